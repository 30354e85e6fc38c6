/**
 * Takes a directory's lock. `hold` says how that went, and holds it; `race` takes it again and again, and says how
 * often somebody else was inside too.
 */
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { takeLock } from "../../src/database/directory-lock.ts";

const [mode = "", directory = "", rounds = "0"] = process.argv.slice(2);
const lock = join(directory, "orgconfig.lock");

if (mode === "hold") await hold();
else await race(Number(rounds));

async function hold(): Promise<void> {
  try {
    await takeLock(lock);
    process.stdout.write("holds\n");
    setInterval(() => {}, 1_000);
  } catch (error) {
    process.stdout.write(`refused: ${(error as Error).message}\n`);
  }
}

async function race(count: number): Promise<void> {
  let together = 0;
  for (let round = 0; round < count; ) {
    const release = await takeLock(lock).catch(() => undefined);
    if (release === undefined) {
      await pause(Math.random() * 3);
      continue;
    }
    round += 1;
    const inside = enter();
    // Others try at the door meanwhile.
    await pause(Math.random());
    if (inside === undefined) together += 1;
    else leave(inside);
    release();
  }
  process.stdout.write(`${together} together\n`);
}

function enter(): number | undefined {
  try {
    return openSync(join(directory, "inside"), "wx");
  } catch {
    return undefined;
  }
}

function leave(inside: number): void {
  closeSync(inside);
  rmSync(join(directory, "inside"));
}
