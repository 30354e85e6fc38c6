/** How many rotas leave a time to nobody, for Prometheus: nothing of any organization. */
import { Gauge } from "prom-client";
import type { Database } from "../../../database/database.ts";
import { currentMs } from "../../../engine/clock.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { sql } from "./queries.generated.ts";
import { daysOfNow, isSoon, type UncoveredDeps, uncoveredOf } from "./uncovered.ts";

/** They are counted no more often: shifts are worked out for it. */
const countedMs = 60_000;
/** Organizations that are looked at. */
const mostOrganizations = 1_000;

interface MetricsDeps extends UncoveredDeps {
  readonly database: Database;
}

export function createOnCallMetrics(deps: MetricsDeps) {
  let counted: { readonly at: number; readonly counts: ReturnType<typeof countsOf> } | undefined;
  return new Gauge({
    name: "orgconfig_on_call_uncovered_rotas",
    help: `Rotas with a time in the next day, or the next ${daysOfNow} days, that must be covered and belongs to nobody.`,
    labelNames: ["within"] as const,
    registers: [],
    // Each worker says the same.
    aggregator: "max",
    async collect() {
      const now = performance.now();
      if (counted === undefined || now - counted.at > countedMs)
        counted = { at: now, counts: countsOf(deps) };
      this.reset();
      // Without a database there is no figure, but there are those of the process.
      const counts = await counted.counts.catch(() => {
        counted = undefined;
      });
      for (const [within, figure] of Object.entries(counts ?? {})) this.set({ within }, figure);
    },
  });
}

async function countsOf(deps: MetricsDeps): Promise<Readonly<Record<string, number>>> {
  const now = new Date(currentMs());
  const most = { kind: onCallRotas.kind, most: mostOrganizations };
  let [soon, all] = [0, 0];
  for (const { id } of await deps.database.query(sql.listOrganizationsWithRotas, most)) {
    const found = await uncoveredOf(deps, id, now, { of: id });
    all += found.length;
    soon += found.filter(({ first }) => isSoon(first, now)).length;
  }
  return { "1d": soon, [`${daysOfNow}d`]: all };
}
