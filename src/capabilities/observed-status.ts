/** What a status page component's check and SLO say about it, to hold against the status that it shows. */
import type { Capability } from "../engine/capability.ts";
import type { Observations, RowName } from "../engine/ports/observations.ts";
import type { StoredRow } from "../engine/ports/rows.ts";
import type { Bindable } from "../engine/ports/scope.ts";
import type { Json } from "../kernel/field.ts";

/** From best to worst, so that the worse of two is shown. */
const ranks = ["operational", "degraded_performance", "partial_outage", "major_outage"] as const;
type Rank = (typeof ranks)[number];

/** The fields by which a component names what observes it, and what each status there means here. */
const observers: Readonly<Record<string, { kind: string; meaning: Readonly<Record<string, Rank>> }>> = {
  synthetic_check_id: {
    kind: "synthetic_checks",
    meaning: { up: "operational", degraded: "degraded_performance", down: "major_outage" },
  },
  slo_id: {
    kind: "slos",
    meaning: { healthy: "operational", at_risk: "degraded_performance", breached: "partial_outage" },
  },
};

export function createObservedStatus({
  observations,
}: {
  readonly observations: Bindable<Observations>;
}): Capability {
  return {
    kinds: {
      status_page_components: {
        async join(reader, organizationId, joining) {
          const rows = joining.map((row) => row.read());
          const targets = rows.flatMap(observersOf);
          if (targets.length === 0) return new Map();
          const found = await observations.in(reader).states(organizationId, targets);
          const statuses = new Map(found.map(({ kind, id, state }) => [`${kind}/${id}`, state.status]));
          return new Map(rows.map((row) => [row.id, { observed_status: observedStatus(row, statuses) }]));
        },
      },
    },
  };
}

function observersOf({ configuration }: StoredRow): RowName[] {
  return Object.entries(observers).flatMap(([field, { kind }]) => {
    const id = configuration[field];
    return typeof id === "string" ? [{ kind, id }] : [];
  });
}

/** Null where nothing observes the component, or what does has no data yet. */
function observedStatus(row: StoredRow, statuses: ReadonlyMap<string, Json | undefined>): Rank | null {
  const seen = Object.entries(observers).flatMap(([field, { kind, meaning }]) => {
    const rank = meaning[String(statuses.get(`${kind}/${row.configuration[field]}`))];
    return rank === undefined ? [] : [rank];
  });
  return ranks.findLast((rank) => seen.includes(rank)) ?? null;
}
