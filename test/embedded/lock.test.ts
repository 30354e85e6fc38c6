/** One program at a time on an embedded data directory; two of them would lose rows. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeLock } from "../../src/storage/directory-lock.ts";
import { openEmbedded } from "../../src/storage/embedded.ts";

const taker = fileURLToPath(new URL("../support/lock-taker.ts", import.meta.url));
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

/** Another program at the lock, and the first line that it prints. */
async function program(...command: string[]): Promise<{ child: ChildProcess; says: string }> {
  const [mode = "", ...rest] = command;
  const child = spawn(process.execPath, ["--import", "tsx", taker, mode, directory, ...rest], {
    stdio: ["ignore", "pipe", "inherit"],
  });
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

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

it("refuses a second program, naming the first one's pid, and takes over from a dead one", async () => {
  const first = await program("hold");
  expect(first.says).toBe("holds");
  const refusal = `held by process ${first.child.pid}: stop it first, or set ORGCONFIG_DATA_DIR`;
  await expect(openEmbedded(directory)).rejects.toThrow(refusal);
  expect((await program("hold")).says).toContain(refusal);
  expect(readFileSync(lock, "utf8").trim()).toBe(String(first.child.pid));
  await killed(first.child);
  expect(existsSync(lock)).toBe(true);
  const database = await openEmbedded(directory);
  expect(readFileSync(lock, "utf8").trim()).toBe(String(process.pid));
  expect((await program("hold")).says).toContain(`held by process ${process.pid}`);
  await database.close();
  expect(existsSync(lock)).toBe(false);
});

it("gives the lock back when the database cannot be opened", async () => {
  writeFileSync(join(directory, "postgres"), "not a folder");
  await expect(openEmbedded(directory)).rejects.toThrow();
  expect(existsSync(lock)).toBe(false);
});

it.each(["", "\n", "nonsense\n", "0\n", "-1\n", "1.5\n", "999999999\n"])(
  "takes over a lock that says %j, and leaves nothing beside it",
  async (left) => {
    writeFileSync(lock, left);
    const release = await takeLock(lock);
    expect(readFileSync(lock, "utf8").trim()).toBe(String(process.pid));
    await release();
    expect(readdirSync(directory)).toEqual([]);
  },
);

// Four programs that all want it keep a machine of two cores busy by themselves.
it("is held by one at a time, however many want it, and whoever dies with it", {
  timeout: 600_000,
}, async () => {
  const programs = await Promise.all([1, 2, 3, 4].map(() => program("race", "150")));
  expect(programs.map(({ says }) => says)).toEqual(Array(4).fill("0 together"));
});
