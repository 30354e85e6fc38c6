/** The queue in figures, for Prometheus: by channel and status alone, nothing of any organization. */
import { Counter, Gauge, type Registry } from "prom-client";
import type { Channel } from "./messages.ts";
import type { DeliveryStore, Depth } from "./store.ts";

export type Outcome = "sent" | "failed" | "parked";

export function createDeliveryMetrics(store: Pick<DeliveryStore, "depths">) {
  const outcomes = new Counter({
    name: "orgconfig_delivery_tries_total",
    help: "Tries of this node: sent, failed and to be tried again, or parked.",
    labelNames: ["channel", "outcome"] as const,
    registers: [],
  });
  // Both gauges of one scrape come from one look at the queue.
  let asked: Promise<readonly Depth[]> | undefined;
  const gauge = (name: string, help: string, figureOf: (depth: Depth) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["channel", "status"] as const,
      registers: [],
      // Each worker says the same of the one queue.
      aggregator: "max",
      async collect() {
        asked ??= store.depths().finally(() => {
          asked = undefined;
        });
        // Without a database there is no figure, but there are those of the process.
        const depths = await asked.catch(() => []);
        this.reset();
        for (const depth of depths)
          this.set({ channel: depth.channel, status: depth.status }, figureOf(depth));
      },
    });
  const gauges = [
    gauge("orgconfig_deliveries", "What all nodes have not sent.", ({ count }) => count),
    gauge(
      "orgconfig_delivery_oldest_seconds",
      "The age of the oldest that was not sent.",
      ({ oldestSeconds }) => oldestSeconds,
    ),
  ];

  return {
    count: (channel: Channel, outcome: Outcome) => outcomes.inc({ channel, outcome }),
    registerAt(registry: Registry): void {
      for (const metric of [outcomes, ...gauges]) registry.registerMetric(metric);
    },
  };
}
