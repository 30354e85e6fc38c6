/**
 * The Dockerfile without Docker: each stage is a folder, and its instructions are done there one by one, with
 * this machine's Node. What it makes must start, be healthy, answer and stop.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { firstKeyIn, root } from "../support/program.ts";

/** What the release gives (.github/workflows/release.yml). */
const given: Readonly<Record<string, string>> = { ORGCONFIG_COMMIT: "0123456789ab" };

const folder = mkdtempSync(join(tmpdir(), "orgconfig-image-"));
let child: ChildProcess | undefined;
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Stage {
  readonly root: string;
  readonly env: Record<string, string>;
  work: string;
  user?: string;
  health?: string[];
  entry: string[];
  command: string[];
}

it("builds a program that starts, is healthy and stops", { timeout: 900_000 }, async () => {
  const stage = build(readFileSync(join(root, "Dockerfile"), "utf8"));
  // Only what runs is in it, and it does not run as root.
  expect(stage.user).toBe("node");
  for (const tool of ["typescript", "vitest", "react", "esbuild"])
    expect([tool, existsSync(join(stage.root, "app/node_modules", tool))]).toEqual([tool, false]);
  expect(existsSync(join(stage.root, "app/src"))).toBe(false);

  const port = await freePort();
  const env = { ...stage.env, PATH: process.env.PATH, PORT: String(port), HOST: "127.0.0.1" };
  const [file = "", ...args] = [...stage.entry, ...stage.command];
  child = spawn(file, args, { cwd: stage.work, env, stdio: ["ignore", "pipe", "inherit"] });
  expect(
    execFileSync(file, [...stage.entry.slice(1), "--version"], { cwd: stage.work, encoding: "utf8" }),
  ).toContain(given.ORGCONFIG_COMMIT);
  let printed = "";
  child.stdout?.on("data", (chunk) => (printed += chunk));
  for (let round = 0; !printed.includes("first-sign-in"); round += 1) {
    if (round > 600 || child.exitCode !== null) throw new Error(`it does not start: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [check = "", ...words] = stage.health ?? [];
  execFileSync(check, words, { env, cwd: stage.work });
  const key = firstKeyIn(join(stage.root, "data"));
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/config/teams`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200); // the console came along
  const ended = new Promise((resolve) => child?.once("exit", resolve));
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  expect(() => execFileSync(check, words, { env, cwd: stage.work, stdio: "ignore" })).toThrow();
});

/** Does every instruction, and answers the last stage; one that is not known here fails. */
function build(text: string): Stage {
  const stages = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, word = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (word === "FROM") {
      const [, name = "last"] = / AS (\w+)$/.exec(rest) ?? [];
      stage = { root: join(folder, name), env: {}, work: "", entry: [], command: [] };
      mkdirSync(stage.root);
      stages.set(name, stage);
    } else if (stage !== undefined) instruct(stage, word, rest, stages);
  }
  if (stage === undefined) throw new Error("the Dockerfile has no stage");
  return stage;
}

function instruct(stage: Stage, word: string, rest: string, stages: ReadonlyMap<string, Stage>): void {
  switch (word) {
    case "ENV": {
      const [name = "", value = ""] = rest.split("=");
      // A stage's paths begin at its folder.
      stage.env[name] = value.startsWith("/") ? join(stage.root, value) : value;
      return;
    }
    case "ARG": {
      // Those who build give it, as `docker build --build-arg` does; a stage's environment is that of its steps here.
      const [name = "", value = ""] = rest.split("=");
      stage.env[name] = given[name] ?? value;
      return;
    }
    case "WORKDIR":
      stage.work = join(stage.root, rest);
      mkdirSync(stage.work, { recursive: true });
      return;
    case "COPY":
      copy(stage, rest, stages);
      return;
    case "RUN":
      execFileSync("sh", ["-ec", rest.replaceAll(" /data", ` ${stage.root}/data`)], {
        cwd: stage.work,
        env: { ...process.env, ...stage.env },
        stdio: ["ignore", "ignore", "inherit"],
      });
      return;
    case "USER":
      stage.user = rest;
      return;
    case "HEALTHCHECK":
      stage.health = JSON.parse(rest.slice(rest.indexOf("CMD ") + 4));
      return;
    case "ENTRYPOINT":
      stage.entry = JSON.parse(rest);
      return;
    case "CMD":
      stage.command = JSON.parse(rest);
      return;
    case "VOLUME":
    case "EXPOSE":
      return;
    default:
      throw new Error(`this test does not know the instruction ${word}`);
  }
}

/** From the checkout, as git has it, or from another stage. */
function copy(stage: Stage, rest: string, stages: ReadonlyMap<string, Stage>): void {
  const [, from] = /^--from=(\w+) /.exec(rest) ?? [];
  const [target = "", ...sources] = rest
    .replace(/^(--\w+=\S+ )+/, "")
    .split(" ")
    .reverse();
  const base = from === undefined ? root : (stages.get(from)?.root ?? "");
  for (const source of sources) {
    if (source === ".") {
      const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
      for (const file of files.filter((name) => name !== "" && existsSync(join(root, name))))
        cpSync(join(root, file), join(stage.work, file));
      continue;
    }
    const path = join(base, source);
    const into = join(target.startsWith("/") ? stage.root : stage.work, target);
    if (statSync(path).isDirectory()) cpSync(path, into, { recursive: true, verbatimSymlinks: true });
    else cpSync(path, join(into, source.split("/").at(-1) ?? ""));
  }
  chmodSync(stage.work, 0o755);
}
