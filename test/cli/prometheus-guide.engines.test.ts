/**
 * Every command of docs/prometheus.md, in one shell and in the page's order, on the files that it names: once as with
 * Docker, where Debian's programs run in the place of the containers with the arguments that compose.yaml gives these,
 * and once without, where every program is started by the page's own commands. Both at once, over one service.
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
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { enginePrograms } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { compiledProgram } from "../support/compiled.ts";
import { blocksOf, openShell } from "../support/guide.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, siteOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/prometheus.md"), "utf8");
const [withDocker = "", rest = ""] = page.split("\n## Without containers\n");
const [without = ""] = rest.split("\n## ");
const blocks = blocksOf(withDocker);
const [install = "", startAll = "", stopAll = ""] = blocksOf(without);
const compose: { services: Record<string, { command: string[]; environment: object; profiles?: string[] }> } =
  parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true });

const startsService = /^docker compose up -d/m;
const startsEngines = /^docker compose --profile observability up -d/m;

/** The whole page as one who has no Docker follows it. */
const blocksWithout = [
  ...blocks.map((commands) =>
    startsService.test(commands) ? install : startsEngines.test(commands) ? startAll : commands,
  ),
  stopAll,
];

const closing: (() => unknown)[] = [];
let test: TestService;
let servicePort: number;
beforeAll(async () => {
  test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1/32" });
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  servicePort = (test.service.server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await test?.close();
});

/** One who follows the page, on a machine of their own. */
interface Follower {
  /** The home and the clone. */
  readonly tree: string;
  /** A text of the page or of its files with this machine's ports and names, and this follower's credentials. */
  local(text: string): string;
  /** @throws with what was printed where a command fails */
  run(commands: string): Promise<string>;
}

/** @param inFiles what else is other in the example's files here, line by line */
async function makeFollower(
  inFiles: (line: string, tree: string) => string = (line) => line,
): Promise<Follower> {
  const tree = mkdtempSync(join(tmpdir(), "orgconfig-prometheus-guide-"));
  const { organization, key } = await test.makeTenant();
  const { email } = await siteOf(test).makeMember(organization.id, "org_admin");
  const ports: [string, string][] = [["8080", String(servicePort)]];
  for (const port of ["8000", "9090", "9115"]) ports.push([port, String(await freePort())]);
  const places: readonly (readonly [string, string])[] = [
    ...ports,
    ["localhost:", "127.0.0.1:"],
    ["svc_ak_…", key.value],
    ["admin@example.com", email],
    ["your-password", `'${goodPassword}'`],
    ["keys create main", `keys create ${organization.slug}`],
  ];
  const local = (text: string) => places.reduce((done, [from, to]) => done.replaceAll(from, to), text);
  layOut(tree, (text) =>
    local(text)
      .split("\n")
      .map((line) => inFiles(line, tree))
      .join("\n"),
  );
  const path = `${join(tree, ".bin")}:${enginePrograms()}:${process.env.PATH}`;
  const shell = openShell(tree, path);
  closing.push(() => shell.close());
  return { tree, local, run: (commands) => shell.run(local(commands)) };
}

/** A clone of the repository, as far as the page uses it, and programs that stand for what belongs to the machine. */
function layOut(tree: string, changed: (file: string) => string): void {
  const example = join(tree, "examples/observability");
  cpSync(join(root, "examples/observability"), example, { recursive: true });
  for (const file of readdirSync(example, { recursive: true, encoding: "utf8" }))
    if (/\.ya?ml$/.test(file)) {
      const path = join(example, file);
      writeFileSync(path, changed(readFileSync(path, "utf8")));
    }
  symlinkSync(dirname(dirname(compiledProgram())), join(tree, "dist"));
  const bin = join(tree, ".bin");
  mkdirSync(bin);
  const docker = `case "$*" in *logs*) echo "see /data/first-sign-in";; esac`;
  for (const [name, script] of Object.entries({ docker, npm: "true", sudo: "true" }))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  // The service runs already, for both.
  mkdirSync(join(tree, "shop/data"), { recursive: true });
  writeFileSync(join(tree, "shop/data/first-sign-in"), "Its first API key is svc_ak_…\n");
}

/** What an argument or a line of a file means in a container, on this machine. */
function inContainer(text: string, tree: string, engine = "prometheus"): string {
  return text
    .replace(/(?<![\w/-])\/data\b/, join(tree, `data-${engine}`))
    .replace(/(?<==)\/prometheus$/, join(tree, "series"))
    .replace("/run/secrets/orgconfig_key", join(tree, "key"))
    .replace("/etc/prometheus/prometheus.yml", join(tree, "examples/observability/prometheus.yml"))
    .replace(/\b(shop|prometheus|blackbox|balancer):(?=\d)/, "127.0.0.1:");
}

/** What `docker compose --profile observability up -d` starts, but for the containers around it. */
async function startContainers({ tree, local, run }: Follower): Promise<void> {
  const dataOf = (engine: string) => join(tree, `data-${engine}`);
  const commandOf = (service: string, engine: string) =>
    (compose.services[service]?.command ?? []).map((argument) => inContainer(local(argument), tree, engine));
  // Compose takes both keys from the environment of the shell that it is called in.
  const [agentKey = "", readKey = ""] = (await run('echo "$ORGCONFIG_KEY $ORGCONFIG_READ_KEY"'))
    .trim()
    .split(" ");
  writeFileSync(join(tree, "key"), readKey);
  const start = (program: string, args: readonly string[], more: Record<string, string> = {}) => {
    const child: ChildProcess = spawn(program, args, {
      cwd: tree,
      env: { ...process.env, ...more, PATH: `${enginePrograms()}:${process.env.PATH}` },
      stdio: "ignore",
    });
    closing.push(() => child.kill("SIGKILL"));
  };
  start(process.execPath, [join(tree, "examples/observability/shop.mjs")], { PORT: local("8000") });
  const variables = { ORGCONFIG_URL: local("http://localhost:8080"), ORGCONFIG_KEY: agentKey };
  for (const engine of ["prometheus", "blackbox"]) {
    mkdirSync(dataOf(engine));
    start(
      process.execPath,
      [join(tree, "dist/src/main.js"), ...commandOf(`${engine}-agent`, engine)],
      variables,
    );
  }
  const listening = (port: string) => `--web.listen-address=127.0.0.1:${local(port)}`;
  start("prometheus", [...commandOf("prometheus", "prometheus"), listening("9090")]);
  await until(() => existsSync(join(dataOf("blackbox"), "blackbox.yml")));
  start("prometheus-blackbox-exporter", [...commandOf("blackbox", "blackbox"), listening("9115")]);
}

it("has what the page and compose.yaml name", () => {
  expect(blocks.length).toBeGreaterThan(8);
  expect(blocks.filter((commands) => startsService.test(commands))).toHaveLength(1);
  expect(blocks.filter((commands) => startsEngines.test(commands))).toHaveLength(1);
  expect([install, startAll, stopAll]).toEqual([
    expect.stringContaining("npm start"),
    expect.stringContaining("prometheus-blackbox-exporter --config.file"),
    expect.stringContaining("kill"),
  ]);
  const files = [...readFileSync(join(root, "compose.yaml"), "utf8").matchAll(/^ +- (\.\/[\w./-]+):/gm)];
  expect(files.length).toBeGreaterThan(1);
  for (const [, file = ""] of files) expect(existsSync(join(root, file)), file).toBe(true);
  const names = Object.entries(compose.services).flatMap(([name, { profiles }]) =>
    profiles?.includes("observability") ? [name] : [],
  );
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
  [
    /plan -f broken\.yaml/,
    /Prometheus does not take slis shop\/availability: good_query: [\s\S]*\n {2}Prometheus does not take slos shop\/availability: sli_id: its SLI "shop\/availability" is not taken\n/,
  ],
];

describe.concurrent("every command does what the page says", () => {
  it("with Docker", async () => {
    const follower = await makeFollower(inContainer);
    for (const commands of blocks) {
      if (startsEngines.test(commands)) await startContainers(follower);
      expectShown(commands, await follower.run(commands));
    }
  });

  it("without", async () => {
    const follower = await makeFollower();
    for (const commands of blocksWithout) expectShown(commands, await follower.run(commands));
  });
});

function expectShown(commands: string, printed: string): void {
  for (const [block, text] of shown) if (block.test(commands)) expect(printed).toMatch(text);
}
