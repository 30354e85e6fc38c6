/** One program at a time on an embedded data directory; two of them would lose rows. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeLock } from "../../src/database/directory-lock.ts";
import { openEmbedded } from "../../src/database/embedded.ts";
import { offerCopies, removeLeftOvers, withCopy } from "../../src/database/embedded-copies.ts";
import { readable } from "../../src/kernel/readable.ts";
import { compiledModule } from "../support/compiled.ts";
import { templateFolder } from "../support/template.ts";
import { until } from "../support/until.ts";

const holderProgram = fileURLToPath(new URL("../support/lock-holder.mjs", import.meta.url));
let directory: string;
let lock: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "orgconfig-lock-"));
  lock = join(directory, "orgconfig.lock");
});
afterEach(async () => {
  for (const child of children.splice(0)) await killed(child);
  rmSync(directory, { recursive: true, force: true });
});

/** Another program at the lock, and the first line that it prints; started by `before`, where one is given. */
async function program(command: readonly string[], before: readonly string[] = []): Promise<HolderProgram> {
  const [mode = "", ...rest] = command;
  const locks = compiledModule("src/database/directory-lock.js");
  const words = [...before, process.execPath, holderProgram, locks, mode, directory, ...rest];
  const child = spawn(words[0] as string, words.slice(1), { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const says = await new Promise<string>((resolve) => {
    let printed = "";
    child.stdout?.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes("\n")) resolve(printed.trim());
    });
    child.once("close", () => resolve(printed.trim()));
  });
  return { child, says };
}

interface HolderProgram {
  readonly child: ChildProcess;
  readonly says: string;
}

/** A PID namespace of its own, as a container has: the program is process 1 in it, and ends with this one. */
const contained = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child=SIGKILL"];
const canContain = spawnSync(contained[0] as string, [...contained.slice(1), "true"]).status === 0;

/** A database to open, without the seconds of initdb. */
function makeHome(): void {
  cpSync(templateFolder, join(directory, "postgres"), { recursive: true });
}

/** What the lock file says of the program that holds it. */
function holder(): { pid: number; host: string; since: string } {
  return JSON.parse(readFileSync(lock, "utf8"));
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

it("refuses a second program, naming the first one, and takes over from a dead one", async () => {
  const first = await program(["hold"]);
  expect(first.says).toBe("holds");
  const { pid, host, since } = holder();
  expect([pid, host]).toEqual([first.child.pid, hostname()]);
  expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(3_600_000);
  const refusal = `held by process ${pid} on ${host} since ${readable(since)}: stop it first, or set ORGCONFIG_DATA_DIR`;
  await expect(openEmbedded(directory)).rejects.toThrow(refusal);
  expect((await program(["hold"])).says).toContain(refusal);
  await killed(first.child);
  expect(existsSync(lock)).toBe(true);
  makeHome();
  const database = await openEmbedded(directory);
  expect(holder().pid).toBe(process.pid);
  expect((await program(["hold"])).says).toContain(`held by process ${process.pid}`);
  await database.close();
  expect(existsSync(lock)).toBe(false);
});

it.runIf(canContain)("is held across containers, where every program is process 1", async () => {
  const first = await program(["hold"], contained);
  expect([first.says, holder().pid]).toEqual(["holds", 1]);
  expect((await program(["hold"], contained)).says).toContain(`held by process 1 on ${hostname()} since`);
  expect((await program(["hold"])).says).toContain("held by process 1 on");
  await killed(first.child);
  let next: HolderProgram | undefined;
  await until(async () => {
    next = await program(["hold"], contained);
    return next.says === "holds";
  });
  expect(holder().pid).toBe(1);
});

it("stays with a program that is stopped, and with one whose clock is wrong or that is busy", async () => {
  const first = await program(["hold"]);
  first.child.kill("SIGSTOP");
  const longAgo = new Date(0);
  utimesSync(lock, longAgo, longAgo);
  expect((await program(["hold"])).says).toContain(`held by process ${first.child.pid}`);
  first.child.kill("SIGCONT");
  expect((await program(["hold"])).says).toContain(`held by process ${first.child.pid}`);
});

it("holds the database's folder too, where somebody removed the lock file", async () => {
  makeHome();
  const database = await openEmbedded(directory);
  rmSync(lock);
  await expect(openEmbedded(directory)).rejects.toThrow("is held by another running program");
  await database.close();
  await (await openEmbedded(directory)).close();
});

it("gives the lock back when the database cannot be opened", async () => {
  makeHome();
  rmSync(join(directory, "postgres/global"), { recursive: true });
  await expect(openEmbedded(directory)).rejects.toThrow();
  expect(existsSync(lock)).toBe(false);
});

it.each(["", "\n", "nonsense\n", "1\n", `${process.pid}\n`, '{"pid":1,"host":"a","since":"b"}\n'])(
  "takes a lock file that was left and says %j, and leaves nothing next to it",
  async (left) => {
    writeFileSync(lock, left, { mode: 0o666 });
    const release = await takeLock(lock);
    expect(holder().pid).toBe(process.pid);
    release();
    expect(readdirSync(directory)).toEqual([]);
  },
);

// Four programs that all want it keep a machine of two cores busy by themselves.
it("is held by one at a time, however many want it", async () => {
  const programs = await Promise.all([1, 2, 3, 4].map(() => program(["race", "150"])));
  expect(programs.map(({ says }) => says)).toEqual(Array(4).fill("0 together"));
});

it("gives a copy of the database to one program at a time, and takes it back", async () => {
  const database = await openEmbedded(directory);
  const path = join(directory, "backup-copy");
  await database.execute("CREATE TABLE before (id integer)");
  const copies = await offerCopies(directory, database);
  expect(statSync(join(directory, "backup.sock")).mode & 0o777).toBe(0o600);
  const tables = async (folder: string) => {
    const copy = await openEmbedded(folder);
    const text = "SELECT tablename AS name FROM pg_tables WHERE tablename IN ('before', 'after')";
    return copy.queryText({ name: "test-tables", text }, []).finally(() => copy.close());
  };
  const read = await withCopy(directory, async (folder) => {
    await expect(withCopy(directory, tables)).rejects.toThrow("another backup is running");
    await database.execute("CREATE TABLE after (id integer)");
    return tables(folder);
  });
  expect(read).toEqual([{ name: "before" }]);
  expect(existsSync(path)).toBe(false);
  // One that fails leaves nothing either, and is in nobody's way.
  const failing = withCopy(directory, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  expect(await withCopy(directory, async (folder) => existsSync(join(folder, "postgres")))).toBe(true);
  await copies.close();
  expect([await withCopy(directory, tables), existsSync(path)]).toEqual([undefined, false]);
  await database.close();
});

it("removes what a killed backup or restore left, and no copy that is being read", async () => {
  const [copy, restoring] = ["backup-copy", "restoring"].map((name) => join(directory, name)) as [
    string,
    string,
  ];
  for (const folder of [copy, restoring]) mkdirSync(folder);
  const release = await takeLock(join(copy, "orgconfig.lock"));
  await removeLeftOvers(directory);
  expect([existsSync(copy), existsSync(restoring)]).toEqual([true, false]);
  release();
  await removeLeftOvers(directory);
  expect(existsSync(copy)).toBe(false);
});
