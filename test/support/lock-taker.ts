/**
 * Takes a directory's lock. `hold` says how that went, and holds it; `race` takes it again and again, some
 * times dying with it as far as others can tell, and says how often somebody else held it too.
 */
import { open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { takeLock } from "../../src/storage/directory-lock.ts";

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
    const alone = await open(join(directory, "inside"), "wx").catch(() => undefined);
    if (alone === undefined) together += 1;
    await alone?.close();
    if (alone !== undefined) await rm(join(directory, "inside"));
    if (round % 3 === 0) await writeFile(lock, "999999999\n");
    else await release();
  }
  process.stdout.write(`${together} together\n`);
}
