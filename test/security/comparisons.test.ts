/**
 * Nothing that has to be guessed is compared in a time that shows how close the guess was: credentials are
 * found by their hash, and what is compared here is compared by timingSafeEqual.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { sql } from "../../src/features/identity/accounts/queries.generated.ts";

const source = fileURLToPath(new URL("../../src/", import.meta.url));
const guessed = /token|secret|hash|digest|hmac|signature|password|cookie|credential|code|seal/i;

/** Comparisons that only look like it: file, what is compared, why it may be. */
const harmless: readonly [file: string, text: string, why: string][] = [
  ["agent/agent.ts", "current.digest", "the digest of files that every reader is shown"],
  ["agent/contents.ts", "render.digest", "the digest of files that every reader is shown"],
  ["agent/directory.ts", "render.digest", "the digest of files that every reader is shown"],
  ["agent/engines/figures.ts", ".digest", "the digest of files that every reader is shown"],
  ["agent/engines/mimir.ts", "digest", "the digest of files that every reader is shown"],
  ["agent/engines/mimir-alertmanager.ts", "digest", "the digest of files that every reader is shown"],
  ["renderers/blackbox/read-back.ts", "codes[name] === code", "what a metric says of a check"],
  ["features/identity/audit/known-heads.ts", "head.seal", "an operator's command, that answers nobody else"],
  ["features/identity/audit/verify.ts", "last.seal", "an operator's command, that answers nobody else"],
  ["features/identity/accounts/account.ts", "new_password === current_password", "both come from the caller"],
  [
    "features/identity/accounts/invitations.ts",
    "present.account.passwordHash",
    "both are read from the database",
  ],
  [
    "features/identity/accounts/invitations.ts",
    "present.account.passwordState",
    "both are read from the database",
  ],
  [
    "features/reliability/rendering/acknowledge.ts",
    "present.digest",
    "the digest of files that every reader is shown",
  ],
  [
    "features/reliability/rendering/acknowledge.ts",
    "runningDigest === runningDigest",
    "the digest of files that every reader is shown",
  ],
  [
    "features/reliability/rendering/instances.ts",
    "one.digest",
    "the digest of files that every reader is shown",
  ],
  [
    "features/reliability/rendering/losses.ts",
    "one.runningDigest",
    "the digest of files that every reader is shown",
  ],
  ["features/changes/proposals/acting.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/confirming.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/deciding.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/due.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/look.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/people.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/changes/proposals/refusals.ts", "digest", "the digest of changes that every reader is shown"],
  ["features/status-page/closing.ts", "after.sealedPassword", "both are read from the database"],
  ["cli/agent-run.ts", "error.exitCode", "the exit code of a command"],
  ["cli/drill.ts", "error.exitCode", "the exit code of a command"],
  ["cli/gate.ts", "error.exitCode", "the exit code of a command"],
  ["cli/plans/apply.ts", "error.exitCode", "the exit code of a command"],
];

function comparisons(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .flatMap((line) => [...line.matchAll(/([\w.[\]()]+) (?:===|!==) ([\w.[\]()"'{}`$]+)/g)])
    .filter(([, left = "", right = ""]) =>
      [left, right].every((side) => !/^(undefined|null|true|false|-?\d+|["'`].*)$/.test(side)),
    )
    .filter(([, left = "", right = ""]) => guessed.test(left) && guessed.test(right))
    .map(([whole]) => whole);
}

describe("a comparison of what is secret", () => {
  const found = (readdirSync(source, { recursive: true }) as string[])
    .filter((file) => file.endsWith(".ts") && !file.includes("prompt-scanner"))
    .flatMap((file) => comparisons(readFileSync(source + file, "utf8")).map((text) => ({ file, text })));

  it("is seen where there is one", () => {
    expect(comparisons("if (sent.token === known.token) return;")).toHaveLength(1);
    expect(comparisons("return hashOf(a) !== user.password_hash;")).toHaveLength(1);
    expect(comparisons("if (token === undefined) return;")).toHaveLength(0);
  });

  it("is not made by ===", () => {
    const open = found.filter(
      ({ file, text }) => !harmless.some(([where, what]) => file === where && text.includes(what)),
    );
    expect(open).toEqual([]);
  });

  it("that is excused is still there", () => {
    const gone = harmless.filter(
      ([where, what]) => !found.some(({ file, text }) => file === where && text.includes(what)),
    );
    expect(gone).toEqual([]);
  });
});

describe("a credential", () => {
  it.each([sql.authenticateKey, sql.authenticateToken, sql.authenticateSession, sql.getInvitation])(
    "is found by its hash alone: $name",
    ({ text, parameters }) => {
      const [, place] = /\bhash = \$(\d+)\b/.exec(text) ?? [];
      expect(parameters[Number(place) - 1]).toBe("hash");
    },
  );
});
