/** A reporter that ends a run with what took longest, so that a slow file is seen when it comes, and with the minutes. */
import { relative, sep } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const shown = 10;
/** A part of the tests that took less is one of the rest. */
const worthALineMs = 5_000;

export default class Slowest implements Reporter {
  #from = Date.now();

  onTestRunStart(): void {
    this.#from = Date.now();
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: relative(".", module.moduleId), ms: collectDuration + setupDuration + duration };
      })
      .sort((one, other) => other.ms - one.ms);
    if (files.length === 0) return;
    const slowest = files.slice(0, shown);
    console.log(`\nThe slowest ${slowest.length} of ${files.length} files:`);
    for (const { file, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`);
    this.#printMinutes(files);
  }

  /** The minutes of each folder, added up over the processes that work side by side, and those of the run. */
  #printMinutes(files: readonly { readonly file: string; readonly ms: number }[]): void {
    const folders = new Map<string, number>();
    for (const { file, ms } of files) {
      const folder = file.split(sep).slice(0, -1).slice(0, 2).join("/");
      folders.set(folder, (folders.get(folder) ?? 0) + ms);
    }
    const sums = [...folders].sort(([, one], [, other]) => other - one);
    const lines = sums.filter(([, ms]) => ms >= worthALineMs);
    const rest = sums.filter(([, ms]) => ms < worthALineMs).reduce((sum, [, ms]) => sum + ms, 0);
    if (rest > 0) lines.push(["the other folders", rest]);
    console.log("\nMinutes of the folders, whose files run side by side, and of the run:");
    for (const [folder, ms] of lines) console.log(`${minutes(ms)}  ${folder}`);
    console.log(`${minutes(Date.now() - this.#from)}  in all`);
  }
}

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(3)} min ${String(seconds % 60).padStart(2, "0")} s`;
}
