/** A reporter that ends a run with the ten files that took longest, so that a slow one is seen when it comes. */
import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const shown = 10;

export default class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules
      .map((module) => {
        const { collectDuration, setupDuration, duration } = module.diagnostic();
        return { file: relative(".", module.moduleId), ms: collectDuration + setupDuration + duration };
      })
      .sort((one, other) => other.ms - one.ms)
      .slice(0, shown);
    if (files.length === 0) return;
    console.log(`\nThe slowest ${files.length} of ${modules.length} files:`);
    for (const { file, ms } of files) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${file}`);
  }
}
