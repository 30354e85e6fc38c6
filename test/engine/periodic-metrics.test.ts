/** Work in the background is measured by its name. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Registry } from "prom-client";
import { expect, it } from "vitest";
import { Periodic } from "../../src/engine/periodic.ts";
import { measure } from "../../src/engine/periodic-metrics.ts";
import { until } from "../support/until.ts";

const log = { error: () => {} };

it("counts runs by name and outcome, and says when one last ended well", async () => {
  const registry = new Registry();
  let failing = false;
  const run = async () => {
    if (failing) throw new Error("no");
  };
  const task = new Periodic({ name: "upkeep of plans", everyMs: 1_000, run, log });
  measure([task], registry);
  await task.now();
  await task.now();
  const before = await lastSuccess(registry);
  failing = true;
  await expect(task.now()).rejects.toThrow("no");

  const text = await registry.metrics();
  expect(text).toContain('orgconfig_task_duration_seconds_count{task="upkeep of plans",outcome="done"} 2');
  expect(text).toContain('orgconfig_task_duration_seconds_count{task="upkeep of plans",outcome="failed"} 1');
  expect(before).toBeGreaterThan(Date.now() / 1_000 - 60);
  expect(await lastSuccess(registry)).toBe(before);
});

async function lastSuccess(registry: Registry): Promise<number | undefined> {
  const metric = await registry.getSingleMetric("orgconfig_task_last_success_timestamp_seconds")?.get();
  return metric?.values[0]?.value;
}

it("runs in nobody's context, whoever wakes it", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const run = async () => void seen.push(context.getStore());
  const task = new Periodic({ name: "looks", everyMs: 3_600_000, gatherMs: 1, run, log: { error() {} } });
  task.start();
  context.run("a transaction's", () => task.wake());
  await until(() => seen.length > 0);
  await task.stop();
  expect(seen).toEqual([undefined]);
});
