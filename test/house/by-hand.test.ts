/**
 * What `.ci/run` leaves to a person, because it needs hours, root or another machine, stands in test/by-hand.json with
 * the last commit on which all of it was green. Whoever resolves an issue runs what belongs to it, and writes that here.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface ByHand {
  readonly needs: string;
  readonly green: { readonly commit: string; readonly date: string; readonly result: string } | null;
  /** Where it has not been green whole: what is known of it. */
  readonly why?: string;
}

const read = (path: string) => readFileSync(path, "utf8");
const byHand: Readonly<Record<string, ByHand>> = JSON.parse(read("test/by-hand.json"));
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"));

/** Other choices of files that `.ci/run` runs. */
const choices = ["test:any", "test:changed", "test:unit", "test:properties"];

/** Of a suite that it names; what runs a suite in another way has a longer name. */
function runByCi(name: string): boolean {
  const run = read(".ci/run");
  const [, suite = ""] = /^test:([a-z]+)$/.exec(name) ?? [];
  return (
    run.includes(`npm run ${name} `) ||
    [...run.matchAll(/^ *named (\w+)/gm)].some(([, one]) => suite.startsWith(one ?? "-"))
  );
}

it("each command of tests is run by .ci/run or stands in the file, and in CONTRIBUTING.md", () => {
  const tests = Object.keys(scripts).filter((name) => /^test:|^mutations$|^bench:check$/.test(name));
  const left = tests.filter((name) => !(choices.includes(name) || runByCi(name)));
  expect(Object.keys(byHand).sort()).toEqual(left.sort());
  const guide = read("CONTRIBUTING.md");
  for (const name of left) expect(guide).toContain(name);
});

it.each(Object.entries(byHand))(
  "%s has its last green commit, or says why not",
  (_, { needs, green, why }) => {
    expect(needs).not.toBe("");
    if (green === null) {
      expect(why ?? "").not.toBe("");
      return;
    }
    expect(green.result).not.toBe("");
    expect(green.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(green.commit).toMatch(/^[0-9a-f]{40}$/);
    const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" }).trim();
    // A copy without its history knows no older commit.
    if (git("rev-parse", "--is-shallow-repository") === "false")
      git("merge-base", "--is-ancestor", green.commit, "HEAD");
  },
);
