/** How many organizations are in which state, for Prometheus: nothing of any single one. */
import { Gauge, type Registry } from "prom-client";
import type { OrganizationsStore } from "./store.ts";

export function registerOrganizationMetrics(
  organizations: Pick<OrganizationsStore, "states">,
  registry: Registry,
): void {
  new Gauge({
    name: "orgconfig_organizations",
    help: "Organizations: active, suspended, deleting, or overdue where a deletion waits for an export.",
    labelNames: ["state"] as const,
    registers: [registry],
    // Each worker says the same.
    aggregator: "max",
    async collect() {
      this.reset();
      // Without a database there is no figure, but there are those of the process.
      const states = await organizations.states().catch(() => ({}));
      for (const [state, count] of Object.entries(states)) this.set({ state }, count);
    },
  });
}
