/**
 * The workflow that makes a release, as far as it can be known without running it. `npm run test:release` runs it.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { version } from "../../provider/version.ts";
import { platforms } from "../../scripts/release/platforms.ts";
import { root } from "../support/program.ts";

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly Readonly<Record<string, string>>[] } };
  readonly steps: readonly Step[];
}

const workflow: {
  readonly jobs: Readonly<Record<string, Job>>;
  readonly permissions: unknown;
  readonly concurrency: unknown;
} = parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
const jobs = Object.entries(workflow.jobs);
const releaseScript = readFileSync(join(root, "scripts/release/publish-release.sh"), "utf8");

function scriptOf(job: string, step: string): string {
  const found = workflow.jobs[job]?.steps.find(({ name }) => name === step);
  if (found?.run === undefined) throw new Error(`the job ${job} has no step "${step}"`);
  return found.run;
}

it("gives no expression to a shell, pins what it uses, writes only where it has to, and ends", () => {
  expect(workflow.permissions).toEqual({ contents: "read" });
  expect(workflow.concurrency).toEqual({ group: "release", "cancel-in-progress": false });
  for (const [name, { steps, permissions = {}, ...job }] of jobs) {
    for (const { run = "", uses = "actions/x@0000000000000000000000000000000000000000" } of steps) {
      expect(run).not.toContain("${{");
      expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      execFileSync("bash", ["-n"], { input: run });
    }
    if (name !== "publish") expect(Object.values(permissions)).not.toContain("write");
    expect([name, job["timeout-minutes"]]).toEqual([name, expect.any(Number)]);
  }
});

describe("before somebody approves", () => {
  /** What shows something to the world, or names a place where it could. */
  const publishing =
    /publish|push|login|gh (release|repo|api)|docker:\/\/|imagetools|upload --|curl .*(-X|-d|-T|--data)/;

  it("nothing is published", () => {
    for (const [name, { steps }] of jobs.filter(([name]) => name !== "publish"))
      for (const { run = "" } of steps) expect([name, publishing.exec(run)?.[0]]).toEqual([name, undefined]);
    // The pattern knows each of the steps that do.
    const scripts = ["The image", "The npm package", "The release", "The provider for the registries"];
    for (const step of scripts) expect(scriptOf("publish", step)).toMatch(publishing);
  });

  it("everything is built, tested and signed", () => {
    const needs = new Map(jobs.map(([name, job]) => [name, [job.needs ?? []].flat()]));
    expect(needs.get("publish")).toEqual(["sign"]);
    const others = jobs.map(([name]) => name).filter((name) => !["check", "publish", "sign"].includes(name));
    expect(needs.get("sign")?.toSorted()).toEqual(others.toSorted());
    for (const name of others) expect(["check", "image", "executables"]).toContain(needs.get(name)?.[0]);
    expect(needs.get("check")).toEqual([]);
  });

  it("secrets go only to jobs that were approved, and there to steps that install nothing", () => {
    for (const [name, job] of jobs) {
      const { steps, ...rest } = job;
      expect(JSON.stringify(rest)).not.toContain("secrets.");
      const secret = steps.filter((step) => /secrets\.|github\.token/.test(JSON.stringify(step)));
      if (secret.length > 0) expect([name, job.environment]).toEqual([name, "release"]);
      for (const { run } of secret) expect(run).not.toMatch(/npm (ci|install)|apt-get|npx/);
    }
  });
});

it("starts the executable of each platform on its own system, and tests the one for Linux", () => {
  const started = workflow.jobs.start?.strategy?.matrix.include ?? [];
  expect(started.map(({ platform }) => platform).toSorted()).toEqual(platforms.toSorted());
  const systems = { darwin: "macos", linux: "ubuntu", windows: "windows" };
  for (const { platform = "", runner = "" } of started) {
    const [system, processor] = platform.split("_") as [keyof typeof systems, string];
    expect([platform, runner.startsWith(systems[system])]).toEqual([platform, true]);
    // Macs have Apple's processor unless their runner says otherwise, the others Intel's.
    const arm = system === "darwin" ? !runner.endsWith("-intel") : runner.endsWith("-arm");
    expect([platform, arm]).toEqual([platform, processor === "arm64"]);
  }
  const suite = workflow.jobs.terraform?.steps.find(({ name }) => name === "Run it");
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const [name, value] of Object.entries(suite?.env ?? {}))
    expect(scripts["test:terraform:release"]).toContain(`${name}=${value}`);
  expect(suite?.run).toContain("vitest run");
});

describe("on this machine", () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), "release-step-"));
    mkdirSync(join(home, "bin"));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  /** Makes a program that notes its calls, and then does what the script says. */
  function standIn(name: string, script: string): void {
    const text = `#!/bin/bash\necho "${name} $*" >>"${join(home, "calls")}"\n${script}\n`;
    writeFileSync(join(home, "bin", name), text, { mode: 0o755 });
  }

  /** The calls since the last time. */
  function calls(): string[] {
    const file = join(home, "calls");
    const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
    rmSync(file, { force: true });
    return lines;
  }

  /** Runs a script as GitHub does. @throws when it fails, with what it printed */
  function run(
    script: string,
    tag: string,
    env: Readonly<Record<string, string>> = {},
    args: string[] = [],
  ): string {
    const file = join(home, "step.sh");
    writeFileSync(file, script);
    return execFileSync("bash", ["--noprofile", "--norc", "-e", "-o", "pipefail", file, ...args], {
      cwd: env.FOLDER ?? home,
      env: {
        PATH: `${join(home, "bin")}:${process.env.PATH}`,
        HOME: home,
        GITHUB_ACTOR: "somebody",
        GITHUB_REF_NAME: tag,
        GITHUB_REPOSITORY: "Tidewater/orgconfig",
        ...env,
      },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  function git(folder: string, ...args: readonly string[]): string {
    const who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.com"];
    return execFileSync("git", ["-C", folder, ...who, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  it("goes on only with a tag that is the version of the service and of the provider", () => {
    const check = scriptOf("check", "The tag is the version of the service and of the provider");
    expect(run(check, `v${version}`, { FOLDER: root })).toBe("");
    expect(() => run(check, "v99.0.0", { FOLDER: root })).toThrow();
  });

  it("goes on only with a tag that is on main", () => {
    const check = scriptOf("check", "The tag is on main");
    const folder = join(home, "clone");
    execFileSync("git", ["init", "--quiet", "--initial-branch", "main", folder]);
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "merged");
    git(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
    expect(run(check, "v1.0.0", { FOLDER: folder })).toBe("");
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "not merged");
    expect(() => run(check, "v1.0.0", { FOLDER: folder })).toThrow();
  });

  it.each([
    ["v1.0.0", "latest"],
    ["v1.0.0-rc.1", "next"],
  ])("publishes the npm package of %s once, as %s", (tag, channel) => {
    const publish = scriptOf("publish", "The npm package");
    const file = `./release/orgconfig-${tag.slice(1)}.tgz`;
    mkdirSync(join(home, "release"));
    writeFileSync(join(home, file), "the package");
    standIn("npm", `if [ "$1" = view ]; then cat "${home}/npm" 2>/dev/null; fi`);
    run(publish, tag);
    expect(calls()).toEqual([
      `npm view orgconfig@${tag.slice(1)} dist.integrity`,
      `npm publish ${file} --provenance --access public --tag ${channel}`,
    ]);
    const sum = createHash("sha512").update("the package").digest("base64");
    writeFileSync(join(home, "npm"), `sha512-${sum}\n`);
    run(publish, tag);
    expect(calls()).toHaveLength(1);
    writeFileSync(join(home, "npm"), "sha512-another\n");
    expect(() => run(publish, tag)).toThrow();
  });

  it("pushes the image once, and no other one under its name", () => {
    const push = scriptOf("publish", "The image");
    mkdirSync(join(home, "release"));
    writeFileSync(join(home, "release/orgconfig-1.0.0-image.json"), "{}");
    standIn("skopeo", `if [ "$1" = inspect ]; then cat "${home}/image"; fi`);
    run(push, "v1.0.0", { TOKEN: "token" });
    const copy =
      "skopeo copy --all --preserve-digests oci-archive:image.tar docker://ghcr.io/tidewater/orgconfig:1.0.0";
    expect(calls()).toContain(copy);
    writeFileSync(join(home, "image"), "{}");
    run(push, "v1.0.0", { TOKEN: "token" });
    expect(calls()).not.toContain(copy);
    writeFileSync(join(home, "image"), "another");
    expect(() => run(push, "v1.0.0", { TOKEN: "token" })).toThrow();
  });

  it("finishes a release on GitHub that was begun, and leaves a finished one as it is", () => {
    standIn("gh", `if [ "$2" = view ]; then cat "${home}/state" 2>/dev/null; fi`);
    const made = (tag: string) => {
      run(releaseScript, tag, {}, ["tidewater/orgconfig", "a.zip", "b.zip"]);
      return calls().map((call) => call.split(" ")[2]);
    };
    expect(made("v1.0.0")).toEqual(["view", "create", "upload", "edit"]);
    writeFileSync(join(home, "state"), "true\n");
    expect(made("v1.0.0")).toEqual(["view", "upload", "edit"]);
    writeFileSync(join(home, "state"), "false\n");
    expect(made("v1.0.0")).toEqual(["view"]);
    rmSync(join(home, "state"));
    run(releaseScript, "v1.0.0-rc.1", {}, ["tidewater/orgconfig", "a.zip"]);
    expect(calls().find((call) => call.includes("create"))).toContain(
      "--draft --title v1.0.0-rc.1 --generate-notes --prerelease",
    );
  });

  it("tags the registries' repository once, and refuses other pages under the same tag", () => {
    const push = scriptOf("publish", "The provider for the registries");
    const remote = join(home, "remote.git");
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch", "main", remote]);
    mkdirSync(join(home, "pages"));
    writeFileSync(join(home, "pages/index.md"), "# orgconfig\n");
    mkdirSync(join(home, "scripts/release"), { recursive: true });
    writeFileSync(join(home, "scripts/release/publish-release.sh"), releaseScript, { mode: 0o755 });
    standIn("gh", `if [ "$1 $2" = "repo clone" ]; then git clone --quiet "${remote}" "$4"; fi`);
    const again = () => {
      rmSync(join(home, "registry"), { recursive: true, force: true });
      run(push, "v1.0.0", { REPOSITORY: "tidewater/terraform-provider-orgconfig" });
      return git(remote, "rev-parse", "v1.0.0", "main");
    };
    const first = again();
    expect(git(remote, "show", "v1.0.0:docs/index.md")).toBe("# orgconfig\n");
    expect(again()).toBe(first);
    appendFileSync(join(home, "pages/index.md"), "other\n");
    expect(again).toThrow();
  });
});
