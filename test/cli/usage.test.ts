/** What a mistyped command line, and a database in use, end with: scripts go by the exit code. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { takeLock } from "../../src/database/directory-lock.ts";
import { newSecretKey } from "../../src/database/vault.ts";
import { ontoFullDisk, orgconfig as run } from "../support/command.ts";
import { startService } from "../support/service.ts";

const directory = mkdtempSync(join(tmpdir(), "orgconfig-usage-"));

const known = { DATABASE_URL: "", ORGCONFIG_DATA_DIR: directory };

/** The exit code, and all that was printed. */
async function orgconfig(args: readonly string[], env = {}): Promise<[number, string]> {
  const { code, stdout, stderr } = await run(args, { ...known, ...env });
  return [code, stdout + stderr];
}

const fullDisk = /^orgconfig: the standard output could not be written: ENOSPC.*\n$/m;

it.each([
  [["bogus"], "unknown command"],
  [[], "Usage: orgconfig"],
  [["seed"], "--demo"],
  [["seed", "--demo", "--rows", "abc"], "--rows must be a whole number"],
  [["keys", "create", "main", "CI"], "--scope"],
  [["orgs", "delete", "main"], "--yes"],
  [["export", "--out", ""], "argument '' is invalid. It is empty"],
  [["plan", "-f", "a.yaml", ""], "argument '' is invalid. It is empty"],
  [["plan", "-f", "a.yaml", "--markdown", ""], "argument '' is invalid. It is empty"],
  [["import", "openslo", ""], "'' is invalid for argument 'file'. It is empty"],
  [["migrate", "terraform", "a.tf", "--out", ""], "argument '' is invalid. It is empty"],
  [["audit", "verify", "--heads", ""], "argument '' is invalid. It is empty"],
  [["agent", "--connector", "c", "--directory", ""], "argument '' is invalid. It is empty"],
] as const)("%j is wrong use", async (args, words) => {
  const [code, said] = await orgconfig(args);
  expect([code, said]).toEqual([2, expect.stringContaining(words)]);
});

it("says which build it is", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const [code, said] = await orgconfig(["--version"]);
  // Its commit only where it was built.
  expect([code, said.replace(/ \([0-9a-f]{12}\)/, "")]).toEqual([0, `${version}\n`]);
});

it("asks the service at the port that the environment names, and an address that is said wins", async () => {
  const env = { PORT: "9", ORGCONFIG_URL: undefined, ORGCONFIG_OPERATOR_TOKEN: "t" };
  const [, byPort] = await orgconfig(["orgs", "list"], env);
  expect(byPort).toContain("http://127.0.0.1:9");
  const [, named] = await orgconfig(["orgs", "list"], { ...env, ORGCONFIG_URL: "http://127.0.0.1:7" });
  expect(named).toContain("http://127.0.0.1:7");
});

it("help is no mistake", async () => {
  expect(await orgconfig(["--help"])).toEqual([0, expect.stringContaining("audit")]);
});

it.each([
  [["--help"]],
  [["completion", "bash"]],
  [["orgs", "list", "--json"]],
  [["plan", "-f", "nowhere", "--json"]],
] as const)("%j onto a full disk is one line, and exit code 1", async (args) => {
  const env = {
    ...known,
    ORGCONFIG_URL: "http://127.0.0.1:1",
    ORGCONFIG_KEY: "k",
    ORGCONFIG_OPERATOR_TOKEN: "t",
  };
  const { code, stderr } = await ontoFullDisk(args, env);
  expect([code, stderr]).toEqual([1, expect.stringMatching(fullDisk)]);
  expect(stderr).not.toMatch(/^ +at /m);
});

it("a bad value is one line that names the variable", async () => {
  const answer = await orgconfig(["serve"], { HOST: "nobody.invalid", PORT: "0", LOG_LEVEL: "silent" });
  expect(answer).toEqual([2, expect.stringMatching(/"msg":"HOST and PORT: nobody\.invalid port 0 .*\n$/)]);
});

it("a database that another program has is no audit log that does not agree", async () => {
  const release = await takeLock(join(directory, "orgconfig.lock"));
  expect(await orgconfig(["audit", "verify"])).toEqual([3, expect.stringContaining("is held by process")]);
  release();
});

it("nor is one that cannot be opened", async () => {
  const torn = mkdtempSync(join(tmpdir(), "orgconfig-torn-"));
  mkdirSync(join(torn, "postgres"));
  writeFileSync(join(torn, "postgres/PG_VERSION"), "no database");
  expect(
    await orgconfig(["audit", "verify"], {
      ORGCONFIG_DATA_DIR: torn,
      ORGCONFIG_SECRET_KEYS: newSecretKey(),
    }),
  ).toEqual([3, expect.stringMatching(/^orgconfig: the audit log could not be read: \w.*\n$/)]);
});

it("doctor looks at a running service's database from inside, and its exit code is that of the worst", async () => {
  const test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const home = mkdtempSync(join(tmpdir(), "orgconfig-doctor-"));
  const release = await takeLock(join(home, "orgconfig.lock"));
  mkdirSync(join(home, "postgres"), { mode: 0o700 });
  for (const [name, text] of [
    ["postgres/PG_VERSION", "18\n"],
    ["secret-keys", newSecretKey()],
    ["operator-token", test.settings.operatorToken],
  ] as const)
    writeFileSync(join(home, name), text, { mode: 0o600 });
  const env = {
    DATABASE_URL: "",
    ORGCONFIG_DATA_DIR: home,
    ORGCONFIG_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: "",
  };
  type Found = { status: string; checks: { area: string; name: string; status: string }[] };
  const well = JSON.parse((await run(["doctor", "--json"], env)).stdout) as Found;
  // The tests' own database is not for keeping.
  const wrong = well.checks.filter(
    ({ name, status }) => name !== "durability" && /warning|error/.test(status),
  );
  expect(wrong).toEqual([]);
  expect(well.checks.map(({ area }) => area)).toEqual(
    expect.arrayContaining(["settings", "keys", "queues", "proxy"]),
  );
  // One with a wrong name, and one that cannot be used.
  const odd = await run(["doctor"], { ...env, ORGCONFIG_RATELIMIT: "hidden" });
  expect(odd.stdout).toContain("did you mean ORGCONFIG_RATE_LIMIT?");
  expect(odd.stdout).not.toContain("hidden");
  // Of several that cannot be used each is named, and what needs them is not passed over in silence.
  const bad = await run(["doctor"], { ...env, ORGCONFIG_PG_PREPARED: "maybe", PORT: "80a" });
  expect([bad.code, bad.stdout]).toEqual([
    2,
    expect.stringMatching(
      /error {4}settings {2}values: PORT .*\nerror {4}settings {2}values: ORGCONFIG_PG_PREPARED /,
    ),
  ]);
  for (const area of ["database", "keys", "mail", "engines", "disk", "proxy", "queues", "bounds"])
    expect(bad.stdout).toMatch(new RegExp(`^skipped +${area} +settings: not looked at`, "m"));
  const otherKeys = await run(["doctor"], { ...env, ORGCONFIG_SECRET_KEYS: newSecretKey() });
  expect(otherKeys.stdout).toContain("skipped  keys      own keys: the running program's keys were tried");
  // Where no service answers, the database stays that of the program that has it.
  const alone = await run(["doctor"], { ...env, ORGCONFIG_URL: "http://127.0.0.1:1" });
  expect([alone.code, alone.stdout]).toEqual([1, expect.stringContaining("is held by process")]);
  expect(alone.stdout).toMatch(
    /^warning +proxy +service: no service answers for this installation: .*Start it/m,
  );
  for (const area of ["keys", "engines", "disk", "files", "queues", "bounds"])
    expect(alone.stdout).toMatch(new RegExp(`^\\w+ +${area} `, "m"));
  // A service that refuses the token is there; and what leads nowhere is named by its own variable.
  const refused = await run(["doctor"], { ...env, ORGCONFIG_OPERATOR_TOKEN: "another-token-of-length" });
  expect(refused.stdout).toMatch(
    /^warning +proxy +service: a service answered at .* refused ORGCONFIG_OPERATOR_/m,
  );
  const lost = await run(["doctor"], { ...env, ORGCONFIG_PUBLIC_URL: "http://127.0.0.1:1" });
  expect(lost.stdout).toMatch(/^warning +proxy +public URL: .* at the port in ORGCONFIG_PUBLIC_URL\.$/m);
  release();
  await test.close();
});

it("doctor says in its own document what files cannot be read", async () => {
  const { code, stdout } = await run(["doctor", "--json"], {
    ...known,
    SMTP_URL_FILE: join(directory, "none"),
  });
  const { status, checks } = JSON.parse(stdout);
  expect([code, status]).toEqual([2, "error"]);
  const message = expect.stringContaining("SMTP_URL_FILE must be a file that can be read");
  expect(checks).toContainEqual({ area: "settings", name: "values", status: "error", message });
});

it("of the operator's named tokens none is picked: the way out is named", async () => {
  const env = { ORGCONFIG_OPERATOR_TOKEN: "", ORGCONFIG_OPERATOR_TOKENS: "ada=hidden-token-of-length" };
  const words = "set ORGCONFIG_OPERATOR_TOKEN to one of the tokens of ORGCONFIG_OPERATOR_TOKENS";
  expect(await orgconfig(["orgs", "list"], env)).toEqual([2, `orgconfig: ${words}\n`]);
});

it.each([
  ["postgres://u:hidden@127.0.0.1:1/a", "connect ECONNREFUSED 127.0.0.1:1"],
  ["postgres://u:hidden@nohost.invalid/a", "nohost.invalid"],
])(
  "a database at %s that is not there is named with the cause, and without its password",
  async (url, cause) => {
    const env = {
      DATABASE_URL: url,
      ORGCONFIG_SECRET_KEYS: newSecretKey(),
      ORGCONFIG_OPERATOR_TOKEN: "a-token-of-enough-length",
      ORGCONFIG_URL: "http://127.0.0.1:1",
      SMTP_URL: "",
    };
    for (const [args, code] of [
      [["migrate"], 3],
      [["audit", "verify"], 3],
      [["doctor"], 2],
    ] as const) {
      const [ended, said] = await orgconfig(args, env);
      expect([ended, said]).toEqual([
        code,
        expect.stringContaining("The database does not answer; try again"),
      ]);
      expect(said).toContain(cause);
      expect(said).not.toContain("hidden");
    }
  },
);
