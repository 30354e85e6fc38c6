/**
 * The workflow that makes a release, as far as it can be told without running it. `npm run test:release` runs it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../../provider/version.ts";
import { root } from "../support/program.ts";

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly name?: string; readonly uses?: string; readonly run?: string }[];
}

const workflow: { readonly jobs: Readonly<Record<string, Job>>; readonly permissions: unknown } = parse(
  readFileSync(join(root, ".github/workflows/release.yml"), "utf8"),
);
const jobs = Object.entries(workflow.jobs);

it("gives no expression to a shell, pins what it uses, and writes only where it has to", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  for (const [name, { steps, permissions = {} }] of jobs) {
    for (const { run = "", uses = "actions/x@0000000000000000000000000000000000000000" } of steps) {
      expect(run).not.toContain("${{");
      expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      execFileSync("bash", ["-n"], { input: run });
    }
    if (!["image", "publish"].includes(name)) expect(Object.values(permissions)).not.toContain("write");
  }
});

it("publishes nothing before everything is built", () => {
  expect(workflow.jobs.publish?.needs).toEqual(["package", "image", "provider"]);
  expect(workflow.jobs.provider?.needs).toBe("executables");
  for (const name of ["package", "image", "executables"]) expect(workflow.jobs[name]?.needs).toBe("check");
});

it("goes on only with a tag that is the version of the service and of the provider", () => {
  const [step] = workflow.jobs.check?.steps.filter(({ run }) => run !== undefined) ?? [];
  const check = (tag: string) =>
    execFileSync("bash", ["-e"], {
      cwd: root,
      env: { ...process.env, GITHUB_REF_NAME: tag },
      input: step?.run ?? "exit 9",
      encoding: "utf8",
    });
  expect(check(`v${version}`)).toBe("");
  expect(() => check("v99.0.0")).toThrow();
});
