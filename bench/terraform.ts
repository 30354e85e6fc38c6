/**
 * What the provider costs: the time to its handshake; plans of 1, 100 and 1,000 rows, with a refresh of what is
 * in the state and with import blocks, and applies that create so many, each next to the same number of
 * terraform_data (which need no plugin) in the same run. Printed are the time; the processor time of terraform
 * and all that it starts; that of the service, which runs in this process; and the provider's memory. Run with
 * `npx tsx bench/terraform.ts`. Linux only.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { launcherIn } from "../test/provider/launcher.ts";
import { breakGround, type Space } from "../test/provider/space.ts";
import makeTemplate from "../test/support/template.ts";

const repeats = 5;
const sizes = [1, 100, 1_000];
/** What /proc counts processor time in. */
const ticksPerSecond = 100;

await makeTemplate();
const ground = await breakGround({ ORGCONFIG_LIST_CAP: "2000" });
const tenant = await ground.tenant();
console.log(
  `node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}; the least of ${repeats} rounds each`,
);
console.log(`handshake ${await handshake(ground.mirror)} ms`);
for (let index = 0; index < Math.max(...sizes); index += 1) {
  await tenant.config("POST", "teams", { body: { name: `team_${index}` } });
}
const rows = (await tenant.config("GET", "teams")).body.data as { id: string; name: string }[];

for (const size of sizes) {
  const some = rows.slice(0, size);
  const names = some.map(({ name }) => name);
  const blocks = some.map(
    ({ id, name }) =>
      `import {\n  to = orgconfig_team.${name}\n  id = "${id}"\n}\nresource "orgconfig_team" "${name}" {\n  name = "${name}"\n}\n`,
  );
  const imported = ground.space(tenant);
  await imported.configure(blocks.join(""));
  const ours = ground.space(tenant);
  await ours.configure(blocks.join(""));
  await ours.apply();
  // What was imported needs no import block any more, and terraform_data has none either.
  const resources = blocks.map((block) => block.slice(block.indexOf("resource"))).join("");
  await ours.configure(resources);
  const theirs = ground.space(tenant);
  await theirs.configure(terraformData(names));
  await theirs.apply();
  const [refresh, imports, peer] = await inTurn([
    async () => theCost(ours, "plan"),
    async () => theCost(imported, "plan"),
    async () => theCost(theirs, "plan"),
  ]);
  const [creates, peersCreates] = await inTurn([
    async () => {
      const fresh = ground.space(await ground.tenant());
      await fresh.configure(resources);
      return theCost(fresh, "apply", "-auto-approve");
    },
    async () => {
      const fresh = ground.space(tenant);
      await fresh.configure(terraformData(names));
      return theCost(fresh, "apply", "-auto-approve");
    },
  ]);
  print(`plan of ${size} terraform_data`, peer);
  print(`plan of ${size} rows`, refresh, peer);
  print(`plan of ${size} imports`, imports, peer);
  print(`apply of ${size} new terraform_data`, peersCreates);
  print(`apply of ${size} creates`, creates, peersCreates);
}
await ground.close();

interface Cost {
  ms: number;
  /** Of terraform and every process that it started. */
  processor_ms: number;
  /** Of this process: the service, and the little that measuring takes. */
  service_ms: number;
  /** The most that any process of the provider had, in MiB; 0 where there was none. */
  memory: number;
}

/** The least that each cost; taking turns, a busy moment of the machine meets all of them. */
async function inTurn<const S extends readonly (() => Promise<Cost>)[]>(
  runs: S,
): Promise<{ [K in keyof S]: Cost }> {
  const costs = runs.map(
    (): Cost => ({ ms: Infinity, processor_ms: Infinity, service_ms: Infinity, memory: 0 }),
  );
  for (let round = 0; round < repeats; round += 1) {
    for (const [index, run] of runs.entries()) {
      const cost = await run();
      const least = costs[index] as Cost;
      least.ms = Math.min(least.ms, cost.ms);
      least.processor_ms = Math.min(least.processor_ms, cost.processor_ms);
      least.service_ms = Math.min(least.service_ms, cost.service_ms);
      least.memory = Math.max(least.memory, cost.memory);
    }
  }
  return costs as { [K in keyof S]: Cost };
}

function print(what: string, mine: Cost, peer?: Cost): void {
  const compared = (own: number, other: number | undefined) =>
    `${own} ms${other === undefined ? "" : ` (${(own / other).toFixed(2)} ×)`}`;
  const rest = mine.memory === 0 ? "" : `, service ${mine.service_ms} ms, provider ${mine.memory} MiB`;
  console.log(
    `${what}: ${compared(mine.ms, peer?.ms)}, processor ${compared(mine.processor_ms, peer?.processor_ms)}${rest}`,
  );
}

/** Without our provider, which terraform would start even where nothing of it is used. */
function terraformData(names: readonly string[]): string {
  const blocks = names.map((name) => `resource "terraform_data" "${name}" {\n  input = "${name}"\n}\n`);
  return `terraform {\n  required_providers {}\n}\n${blocks.join("")}`;
}

/** From the start to the line on standard output, as Terraform waits for it. */
async function handshake(mirror: string): Promise<number> {
  const launcher = launcherIn(mirror).path;
  const times: number[] = [];
  const sockets = mkdtempSync(join(tmpdir(), "handshake-"));
  const env = {
    PATH: process.env.PATH,
    TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
    PLUGIN_UNIX_SOCKET_DIR: sockets,
    PLUGIN_CLIENT_CERT: certificate(sockets),
  };
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now();
    const child = spawn(launcher, [], { env, stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    times.push(performance.now() - started);
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  rmSync(sockets, { recursive: true, force: true });
  return Math.round(Math.min(...times));
}

/** Any certificate will do: nobody connects. */
function certificate(folder: string): string {
  const key = join(folder, "key.pem");
  const pem = join(folder, "cert.pem");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  execFileSync(
    "openssl",
    ["req", "-x509", ...curve, "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out", pem],
    {
      stdio: "ignore",
    },
  );
  return readFileSync(pem, "utf8");
}

async function theCost(space: Space, ...args: readonly string[]): Promise<Cost> {
  const [started, used, served] = [performance.now(), childrensProcessor_ms(), process.cpuUsage()];
  const child = space.start(args);
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, providerMemory(child.pid ?? 0));
  }, 50);
  child.stdout?.resume();
  child.stderr?.resume();
  const [code] = await once(child, "close");
  clearInterval(watch);
  if (code !== 0) throw new Error(`terraform ended with ${code}`);
  const service = process.cpuUsage(served);
  return {
    ms: Math.round(performance.now() - started),
    processor_ms: childrensProcessor_ms() - used,
    service_ms: Math.round((service.user + service.system) / 1_000),
    memory,
  };
}

/** What all children took that have ended, their own children included. */
function childrensProcessor_ms(): number {
  const [, fields = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(13, 15).map(Number);
  return (((user ?? 0) + (system ?? 0)) * 1_000) / ticksPerSecond;
}

/** A child belongs to the thread that started it, and terraform has many. */
function providerMemory(parent: number): number {
  try {
    const children = readdirSync(`/proc/${parent}/task`).flatMap((thread) =>
      readFileSync(`/proc/${parent}/task/${thread}/children`, "utf8").trim().split(" "),
    );
    // One that has not become the provider yet is still a copy of terraform, and as large.
    const own = readlinkSync(`/proc/${parent}/exe`);
    const providers = children.filter((pid) => pid !== "" && readlinkSync(`/proc/${pid}/exe`) !== own);
    const peaks = providers.map((pid) => {
      const status = readFileSync(`/proc/${pid}/status`, "utf8");
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
    });
    return Math.round(Math.max(0, ...peaks));
  } catch {
    return 0;
  }
}
