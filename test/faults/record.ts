/** Adds a row to the table of faults. */
import { cpus, loadavg, totalmem } from "node:os";
import { TestRunner } from "vitest";
import type { Kept, Row } from "./table.ts";

declare module "vitest" {
  interface TaskMeta {
    faults?: Kept[];
  }
}

/** The row is in the table if the test that calls this passes. */
export function record(row: Row): void {
  const { meta } = TestRunner.getCurrentTest() ?? {};
  if (meta === undefined) throw new Error("a row belongs to a test");
  meta.faults = [...(meta.faults ?? []), { ...row, machine: machine(), load: loadavg()[1] ?? 0 }];
}

function machine(): string {
  const all = cpus();
  return `${all.length} × ${all[0]?.model.trim() || process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}`;
}
