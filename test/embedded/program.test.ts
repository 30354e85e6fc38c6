/** The program on its data directory, as a user starts it: what it leaves there, who may read it, who may use it. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { secretKey } from "../../src/database/vault.ts";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { firstKeyIn } from "../support/program.ts";
import { until } from "../support/until.ts";

const main = compiledProgram();
/** A PID namespace of its own, as a container has: the program is process 1 in it. */
const contained = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child=SIGKILL"];
const canContain = spawnSync(contained[0] as string, [...contained.slice(1), "true"]).status === 0;
const before = canContain ? contained : [];
const directory = mkdtempSync(join(tmpdir(), "orgconfig-program-"));
const children: ChildProcess[] = [];
/** A start takes a while on a busy machine. */
const startMs = 25_000;

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly port: number;
  printed(): string;
}

let first: Running;
beforeAll(async () => {
  // Anybody may make the directory, and anybody's umask may hold.
  chmodSync(directory, 0o777);
  first = await serving();
});
afterAll(async () => {
  for (const child of children) await killed(child);
  rmSync(directory, { recursive: true, force: true });
});

/** Starts `serve` with a umask that takes nothing away. */
async function started(): Promise<Running> {
  const port = await freePort();
  const words = [...before, process.execPath, main, "serve"];
  const env = { ...process.env, DATABASE_URL: "", ORGCONFIG_DATA_DIR: directory, PORT: String(port) };
  const child = spawn("sh", ["-c", 'umask 000; exec "$@"', "sh", ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (printed += String(chunk)));
  return { child, port, url: `http://127.0.0.1:${port}`, printed: () => printed };
}

async function serving(): Promise<Running> {
  const running = await started();
  await until(async () => {
    if (running.child.exitCode !== null) throw new Error(`it ended: ${running.printed()}`);
    return (await fetch(`${running.url}/readyz`).catch(() => undefined))?.ok === true;
  }, startMs);
  return running;
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

/** Everything in the data directory, itself included, that others than its owner may use. */
function openToOthers(): string[] {
  const paths = [".", ...(readdirSync(directory, { recursive: true }) as string[])];
  return paths.filter((path) => {
    const stat = statSync(join(directory, path));
    return (stat.mode & 0o777) !== (stat.isDirectory() ? 0o700 : 0o600);
  });
}

async function teams(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${firstKeyIn(directory)}` };
  return (await fetch(`${url}/api/v1/config/teams`, { headers })).status;
}

it("writes the first password and key into a file of its own where no terminal is, and says where", async () => {
  const path = join(directory, "first-sign-in");
  await until(() => first.printed().includes(path));
  const text = readFileSync(path, "utf8");
  const [, password = ""] = /as admin@example\.com with the password (\S+)\n/.exec(text) ?? [];
  expect(password).not.toBe("");
  for (const secret of [password, firstKeyIn(directory)]) expect(first.printed()).not.toContain(secret);
  expect(text).toContain(`curl -H "Authorization: Bearer ${firstKeyIn(directory)}" ${first.url}/`);
  expect(await teams(first.url)).toBe(200);
});

it("says before anything else that it makes the database, which takes a while", () => {
  const [line = ""] = first.printed().split("\n");
  expect(JSON.parse(line).msg).toBe(
    `making the database under ${directory}; this first start takes some seconds`,
  );
});

it("lets nobody else read or write what it made", () => {
  expect(openToOthers()).toEqual([]);
});

it("keeps a second one out, also from another container", async () => {
  const second = await started();
  await until(() => second.child.exitCode !== null, startMs);
  const pid = canContain ? 1 : first.child.pid;
  expect([second.child.exitCode, second.printed()]).toEqual([
    3,
    expect.stringMatching(`"msg":"\\S+orgconfig\\.lock is held by process ${pid} on .+: stop it first`),
  ]);
  expect(await teams(first.url)).toBe(200);
});

const at = (data: string, more = {}) => ({ DATABASE_URL: "", ORGCONFIG_DATA_DIR: data, ...more });
const strange = { ORGCONFIG_SECRET_KEYS: Buffer.alloc(32, 7).toString("base64") };

describe("a backup", () => {
  const other = mkdtempSync(join(tmpdir(), "orgconfig-restored-"));
  const [file, data] = [join(other, "backup.gz"), join(other, "data")];
  let keys: string;
  let id: string;
  const restore = (more = {}, ...options: string[]) =>
    orgconfig(["restore", file, ...options], at(data, more));
  beforeAll(() => {
    keys = readFileSync(join(directory, "secret-keys"), "utf8").trim();
    id = secretKey(keys)?.id ?? "";
  });
  afterAll(() => rmSync(other, { recursive: true }));

  it("is made while the service serves", async () => {
    const before = readdirSync(directory).sort();
    // What a backup that was killed left is in nobody's way.
    writeFileSync(`${file}.part`, "half");
    const backup = await orgconfig(["backup", file], at(directory));
    expect([backup.code, backup.stdout, backup.stderr]).toEqual([
      0,
      "",
      expect.stringMatching(/^\S+backup\.gz: [\d,]+ rows of \d+ tables, 1 audit chain, .* keep them/),
    ]);
    expect([readdirSync(other), statSync(file).mode & 0o777]).toEqual([["backup.gz"], 0o600]);
    expect(readdirSync(directory).sort()).toEqual(before);
    expect(await teams(first.url)).toBe(200);
  });

  it("needs its keys", async () => {
    for (const more of [{}, strange]) {
      const refused = await restore(more, "--json");
      expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
        1,
        {
          error: "refused",
          message: expect.stringContaining(`sealed with key ${id}, missing in ORGCONFIG_SECRET_KEYS here (`),
          ...{ setting: "ORGCONFIG_SECRET_KEYS", missing_keys: [id], nodes: [] },
        },
      ]);
      expect(existsSync(data)).toBe(false);
    }
  });

  it("is restored into another folder once", async () => {
    const restored = await restore({ ORGCONFIG_SECRET_KEYS: keys });
    expect([restored.code, restored.stderr, restored.stdout]).toEqual([
      0,
      "",
      expect.stringMatching(
        /^[\d,]+ rows of .*\nWhat was revoked, removed or ended after .*orgconfig members list\.\n[\d,]+ sealed values open .*\nThe audit log is verified\.\n$/,
      ),
    ]);
    expect(readdirSync(data)).toEqual(["postgres"]);
    const again = await restore({ ORGCONFIG_SECRET_KEYS: keys });
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining(`there is a database in ${data} already`),
    ]);
  });

  // One organization of it needs the same, and says so before it looks at anything else.
  it("gives an organization only with its keys", async () => {
    const [own, both] = [strange.ORGCONFIG_SECRET_KEYS, `${strange.ORGCONFIG_SECRET_KEYS},${keys}`];
    for (const [here, words] of [
      [own, `key ${id}, missing in ORGCONFIG_SECRET_KEYS here`],
      [both, "has no organization nobody"],
    ] as const) {
      const refused = await restore({ ORGCONFIG_SECRET_KEYS: here }, "--organization", "nobody");
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(words)]);
    }
  });

  it("is restored without keys where they are lost", async () => {
    const without = await orgconfig(["restore", file, "--without-keys"], at(join(other, "lost")));
    expect([without.code, without.stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`sealed values need the key ${id}: .*\nThe audit log is not verified yet`),
      ),
    ]);
  });
});

it.each([
  [["backup", ""], 2, "It is empty"],
  [["restore", "nowhere.gz"], 2, "nowhere.gz cannot be read: ENOENT"],
  [["restore", "package.json"], 1, "package.json was not restored: it is no backup of orgconfig"],
  [["restore", "teams", "team_1"], 2, "--to is missing"],
  [["restore", "teams", "--to", "1"], 2, "--to is for a row"],
])("%j says what is wrong, and makes nothing", async (args, code, words) => {
  const other = join(tmpdir(), "orgconfig-no-backup");
  const ended = await orgconfig(args, { DATABASE_URL: "", ORGCONFIG_DATA_DIR: other });
  expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(words)]);
  expect(existsSync(other)).toBe(false);
});

it("leaves no lock behind when its port is taken", async () => {
  const other = mkdtempSync(join(tmpdir(), "orgconfig-program-"));
  const env = { DATABASE_URL: "", ORGCONFIG_DATA_DIR: other, PORT: String(first.port), LOG_LEVEL: "silent" };
  const { code, stderr } = await orgconfig(["serve"], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`port ${first.port} cannot be listened at`)]);
  expect(readdirSync(other).sort()).toEqual(["operator-token", "postgres", "secret-keys"]);
  rmSync(other, { recursive: true });
});

it("takes over after kill -9, and closes what an earlier version left open", async () => {
  await killed(first.child);
  expect(existsSync(join(directory, "orgconfig.lock"))).toBe(true);
  execFileSync("chmod", ["-R", "a+rwX", directory]);
  let next: Running | undefined;
  // The container's own process is gone a moment after the one that was killed.
  await until(async () => {
    next = await serving().catch(() => undefined);
    return next !== undefined;
  }, startMs);
  expect(await teams(next?.url ?? "")).toBe(200);
  expect(openToOthers()).toEqual([]);
});
