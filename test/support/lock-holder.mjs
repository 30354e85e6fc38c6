// Takes a directory's lock by the compiled module that it is given. `hold` says how that went, and holds it; `race`
// takes it again and again, and says how often somebody else was inside too.
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const [locks, mode, directory, rounds = "0"] = process.argv.slice(2);
const { takeLock } = await import(locks);
const lock = join(directory, "orgconfig.lock");

if (mode === "hold") await hold();
else await race(Number(rounds));

async function hold() {
  try {
    await takeLock(lock);
    process.stdout.write("holds\n");
    setInterval(() => {}, 1_000);
  } catch (error) {
    process.stdout.write(`refused: ${error.message}\n`);
  }
}

async function race(count) {
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

function enter() {
  try {
    return openSync(join(directory, "inside"), "wx");
  } catch {
    return undefined;
  }
}

function leave(inside) {
  closeSync(inside);
  rmSync(join(directory, "inside"));
}
