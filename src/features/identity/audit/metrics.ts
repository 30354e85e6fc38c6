/** Records that were refused a seal, for Prometheus: more than none is for somebody to look into. */
import { Gauge, type Registry } from "prom-client";
import type { AuditStore } from "../../../engine/ports/audit.ts";

export function createAuditMetrics(store: Pick<AuditStore, "countRefused">) {
  const refused = new Gauge({
    name: "orgconfig_audit_records_refused",
    help: "Audit records that the service did not write, and refused a seal.",
    registers: [],
    // Each worker says the same.
    aggregator: "max",
    async collect() {
      this.reset();
      // Without a database there is no figure, but there are those of the process.
      const count = await store.countRefused().catch(() => undefined);
      if (count !== undefined) this.set(count);
    },
  });
  return {
    registerAt(registry: Registry): void {
      registry.registerMetric(refused);
    },
  };
}
