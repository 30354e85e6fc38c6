/** How many alerts are stored, for Prometheus: nothing of any organization. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { AlertDeps } from "./deps.ts";

/** They are counted no more often. */
const countedMs = 30_000;

export function createAlertMetrics({ alertBounds, store }: Pick<AlertDeps, "alertBounds" | "store">) {
  const merged = new Counter({
    name: "orgconfig_alerts_merged_total",
    help: "Reports of alerts for which this node had no room: one alert of their connector stands for them.",
    registers: [],
  });
  let counted: { readonly at: number; readonly counts: ReturnType<Counting> } | undefined;
  type Counting = () => Promise<Readonly<Record<string, number>>>;
  const count: Counting = () => alertBounds.in(store).counts();
  const stored = new Gauge({
    name: "orgconfig_alerts",
    help: "Alerts of all organizations: open, ended and kept, or merged into another one.",
    labelNames: ["state"] as const,
    registers: [],
    // Each worker says the same.
    aggregator: "max",
    async collect() {
      const now = performance.now();
      if (counted === undefined || now - counted.at > countedMs) counted = { at: now, counts: count() };
      this.reset();
      // Without a database there is no figure, but there are those of the process.
      const counts = await counted.counts.catch(() => {
        counted = undefined;
      });
      for (const [state, figure] of Object.entries(counts ?? {})) this.set({ state }, figure);
    },
  });
  return {
    merged: (alerts: number) => merged.inc(alerts),
    registerAt(registry: Registry): void {
      for (const metric of [stored, merged]) registry.registerMetric(metric);
    },
  };
}
