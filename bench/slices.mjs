/**
 * Loaded into a service under test: how long it is busy in one go, in processor time, so that other programs of the
 * machine count for nothing. At SIGUSR2 it writes what it saw since the last one into the file that BENCH_SLICES names:
 * the milliseconds that 99 of 100 stay below, and the longest, as JSON. Threads that collect garbage count too.
 */
import { writeFileSync } from "node:fs";

const file = process.env.BENCH_SLICES;
if (process.argv.includes("serve") && file !== undefined) {
  let slices = [];
  let before = process.cpuUsage();
  setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    slices.push((user + system) / 1_000);
  }, 1).unref();
  process.on("SIGUSR2", () => {
    slices.sort((a, b) => a - b);
    const p99 = slices[Math.floor(slices.length * 0.99)] ?? 0;
    writeFileSync(file, JSON.stringify({ p99, longest: slices.at(-1) ?? 0 }));
    slices = [];
  });
}
