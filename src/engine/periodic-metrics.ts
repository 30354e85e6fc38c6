/** How long the work in the background takes, and whether it passes, by its names. */
import { Gauge, Histogram, type Registry } from "prom-client";
import type { Periodic } from "./periodic.ts";

/** Seconds: most runs find nothing to do and take a few milliseconds; upkeep may take minutes. */
const buckets = [0.005, 0.05, 0.5, 5, 60];

/** Measures every run of these tasks from now on. */
export function measure(tasks: readonly Periodic[], registry: Registry): void {
  const seconds = new Histogram({
    name: "orgconfig_task_duration_seconds",
    help: "Time of a run of the work in the background, by its name and outcome.",
    labelNames: ["task", "outcome"] as const,
    buckets,
    registers: [registry],
  });
  const passed = new Gauge({
    name: "orgconfig_task_last_success_timestamp_seconds",
    help: "When a run of the work in the background last ended well, in seconds since 1970.",
    labelNames: ["task"] as const,
    registers: [registry],
    // Of several workers of one machine, the one that did it last.
    aggregator: "max",
  });
  for (const task of tasks)
    task.onRun = (took, failed) => {
      seconds.observe({ task: task.name, outcome: failed ? "failed" : "done" }, took);
      if (!failed) passed.set({ task: task.name }, Date.now() / 1_000);
    };
}
