/** Adds a row to the table of faults. */
import { loadavg } from "node:os";
import { TestRunner } from "vitest";
import type { Measured, Row } from "./table.ts";

declare module "vitest" {
  interface TaskMeta {
    faults?: Measured[];
  }
}

/** The row is in the table if the test that calls this passes. */
export function record(row: Row): void {
  const { meta } = TestRunner.getCurrentTest() ?? {};
  if (meta === undefined) throw new Error("a row belongs to a test");
  meta.faults = [...(meta.faults ?? []), { ...row, load: (loadavg()[1] ?? 0).toFixed(0) }];
}
