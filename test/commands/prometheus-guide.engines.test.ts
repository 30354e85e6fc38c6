/**
 * Every command of docs/prometheus.md, in one shell and in the page's order, on the files that it names. Debian's
 * programs run in the place of the containers, with the arguments that compose.yaml gives these.
 */
import { type ChildProcess, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { enginePrograms } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { compiledProgram } from "../support/compiled.ts";
import { type RunningEngine, startEngine } from "../support/engines.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/prometheus.md"), "utf8");
const blocks = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = ""]) => commands);
const compose: { services: Record<string, { command: string[]; environment: object; profiles?: string[] }> } =
  parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true });

/** Rules are evaluated once a minute, and figures read back once a minute: a block may wait for both. */
const blockMs = 170_000;

const tree = mkdtempSync(join(tmpdir(), "orgconfig-prometheus-guide-"));
const bin = join(tree, ".bin");
const engines: RunningEngine[] = [];
const others: ChildProcess[] = [];
let test: TestService;
let shell: Shell;
/** What stands in for the containers' names, ports and folders. */
let local: (text: string) => string;

beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1/32" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = test.service.server.server.address() as AddressInfo;
  const { key } = await test.makeTenant();
  const places: readonly (readonly [string, string])[] = [
    ["balancer:8080", `127.0.0.1:${port}`],
    ["localhost:8080", `127.0.0.1:${port}`],
    ...(await portsOf({ shop: 8000, prometheus: 9090, blackbox: 9115 })),
    ["/run/secrets/orgconfig_key", join(tree, "key")],
    ["/etc/prometheus/prometheus.yml", join(tree, "examples/observability/prometheus.yml")],
    ["svc_ak_…", key.value],
  ];
  local = (text) => places.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  layOut(key.value);
  shell = openShell({ ...process.env, PATH: `${bin}:${enginePrograms()}:${process.env.PATH}` });
});

afterAll(async () => {
  shell?.close();
  for (const child of others) child.kill("SIGTERM");
  for (const engine of engines) await engine.stop();
  await test?.close();
});

/** Each container's address inside of the network, and from outside. */
async function portsOf(ports: Readonly<Record<string, number>>): Promise<[string, string][]> {
  const pairs: [string, string][] = [];
  for (const [name, port] of Object.entries(ports)) {
    const here = `127.0.0.1:${await freePort()}`;
    pairs.push([`${name}:${port}`, here], [`localhost:${port}`, here]);
  }
  return pairs;
}

/** A clone of the repository, as far as the page uses it, and programs that stand for docker and npm. */
function layOut(key: string): void {
  cpSync(join(root, "examples/observability"), join(tree, "examples/observability"), { recursive: true });
  for (const file of readdirSync(join(tree, "examples/observability"), { recursive: true, encoding: "utf8" }))
    if (/\.ya?ml$/.test(file)) {
      const path = join(tree, "examples/observability", file);
      // Two engines have a folder /data each, and only Prometheus is told of its own in a file.
      writeFileSync(path, local(readFileSync(path, "utf8")).replaceAll("/data/", `${dataOf("prometheus")}/`));
    }
  writeFileSync(join(tree, "key"), key);
  symlinkSync(dirname(dirname(compiledProgram())), join(tree, "dist"));
  mkdirSync(bin);
  const docker = `case "$*" in *logs*) echo "see /data/first-sign-in";; esac`;
  for (const [name, script] of Object.entries({ docker, npm: "true" }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

const dataOf = (engine: string) => join(tree, `data-${engine}`);

interface Shell {
  /** @throws with what was printed where a command fails */
  run(commands: string): Promise<string>;
  close(): void;
}

/** One bash for all blocks: what one defines the next ones use. A command that fails ends it. */
function openShell(env: NodeJS.ProcessEnv): Shell {
  const child = spawn("bash", ["--norc"], { cwd: tree, env, stdio: ["pipe", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  child.stdin.on("error", () => {});
  child.stdin.write("set -eo pipefail\n");
  let count = 0;
  return {
    async run(commands) {
      const from = printed.length;
      count += 1;
      const mark = `__block ${count} is done__`;
      child.stdin.write(`${commands}\necho "${mark}"\n`);
      await until(() => {
        if (child.exitCode !== null) throw new Error(printed.slice(from));
        return printed.includes(mark, from);
      }, blockMs);
      return printed.slice(from, printed.indexOf(mark, from));
    },
    close: () => void child.kill("SIGKILL"),
  };
}

/** What `docker compose --profile observability up -d` starts, but for the containers around it. */
async function startContainers(): Promise<void> {
  const env = { ...process.env, PATH: `${enginePrograms()}:${process.env.PATH}` };
  const start = (program: string, args: readonly string[], more: Record<string, string>) =>
    others.push(spawn(program, args, { cwd: tree, env: { ...env, ...more }, stdio: "ignore" }));
  const portOf = (address: string) => Number(local(address).split(":")[1]);
  const shop = join(tree, "examples/observability/shop.mjs");
  start(process.execPath, [shop], { PORT: String(portOf("shop:8000")) });
  const variables = { ORGCONFIG_URL: local("http://balancer:8080"), ORGCONFIG_KEY: local("svc_ak_…") };
  for (const engine of ["prometheus", "blackbox"]) {
    mkdirSync(dataOf(engine), { recursive: true });
    const args = commandOf(`${engine}-agent`, engine);
    start(process.execPath, [join(tree, "dist/src/main.js"), ...args], variables);
  }
  await until(() => existsSync(join(dataOf("blackbox"), "blackbox.yml")));
  const programs = { prometheus: "prometheus", blackbox: "prometheus-blackbox-exporter" };
  const ready = { prometheus: "/-/ready", blackbox: "/-/healthy" };
  const ports = { prometheus: portOf("prometheus:9090"), blackbox: portOf("blackbox:9115") };
  for (const engine of ["prometheus", "blackbox"] as const) {
    const listen = `--web.listen-address=127.0.0.1:${ports[engine]}`;
    const args = [...commandOf(engine, engine), listen];
    engines.push(await startEngine(programs[engine], ports[engine], ready[engine], args));
  }
}

/** The arguments that compose.yaml gives a container, here. */
function commandOf(service: string, engine: string): string[] {
  return (compose.services[service]?.command ?? []).map((argument) =>
    local(argument)
      .replace(/(?<![\w/-])\/data/, dataOf(engine))
      .replace(/(?<==)\/prometheus$/, join(tree, "series")),
  );
}

it("has what the page and compose.yaml name", () => {
  expect(blocks.length).toBeGreaterThan(8);
  const files = [...readFileSync(join(root, "compose.yaml"), "utf8").matchAll(/^ +- (\.\/[\w./-]+):/gm)];
  expect(files.length).toBeGreaterThan(1);
  for (const [, file = ""] of files) expect(existsSync(join(root, file)), file).toBe(true);
  const names = Object.entries(compose.services).flatMap(([name, { profiles }]) => (profiles ? [name] : []));
  expect(names.sort()).toEqual(["blackbox", "blackbox-agent", "prometheus", "prometheus-agent", "shop"]);
});

/** What the page says that a block shows. */
const shown: readonly (readonly [RegExp, RegExp])[] = [
  [/orgconfig apply -f examples/, /Plan: 7 to create\.[\s\S]*Applied plan_\w+: 7 created\./],
  [
    /\{name, files, refusals, applied\}/,
    /"refusals": \[\],\s+"applied": null[\s\S]*"refusals": \[\],\s+"applied": null/,
  ],
  [/gate check shop$/m, /"status": "healthy"[\s\S]*"error_budget_remaining_percent": 100[\s\S]*allowed/i],
  [/gate check shop \|\|/, /"status": "breached"[\s\S]*"burn_rate": [1-9][\s\S]*held, with exit code 1/],
  [/plan -f broken\.yaml/, /Prometheus does not take slis shop\/availability: good_query: /],
];

it.each(blocks.map((commands, index) => [index + 1, commands] as const))(
  "block %i: %s",
  async (_, commands) => {
    const printed = await shell.run(local(commands));
    for (const [block, text] of shown) if (block.test(commands)) expect(printed).toMatch(text);
    if (commands.includes("--profile observability up")) await startContainers();
  },
);
