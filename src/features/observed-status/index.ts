/** What a status page component's check and SLO say about it, to compare with the status that it shows. */
import { connectionOf } from "../../database/executor.ts";
import type { RowOf as RowOfQuery } from "../../database/statement.ts";
import type { Feature, KindHooks } from "../../engine/feature.ts";
import type { StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import type { ConfigurationOf, RowOf } from "../../kernel/row-types.ts";
import { presentStates } from "../../kernel/staleness.ts";
import { slos } from "../../resources/slos.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { syntheticChecks } from "../../resources/synthetic-checks.ts";
import { sql } from "./queries.generated.ts";

type Component = typeof statusPageComponents;
type Rank = NonNullable<RowOf<Component>["observed_status"]>;

/** From best to worst, so that the worse of two is shown. */
const ranks: readonly Rank[] = statusPageComponents.fields.observed_status.shape.choices;

/** A field by which a component names what observes it, and what each status there means here. */
interface Observer {
  readonly field: keyof ConfigurationOf<Component>;
  readonly observing: Kind;
  readonly meaning: ReadonlyMap<Json | undefined, Rank | null>;
}

const observers: readonly Observer[] = [
  {
    field: "synthetic_check_id",
    observing: syntheticChecks,
    meaning: meaningOf<RowOf<typeof syntheticChecks>["status"]>({
      unknown: null,
      up: "operational",
      degraded: "degraded_performance",
      down: "major_outage",
    }),
  },
  {
    field: "slo_id",
    observing: slos,
    meaning: meaningOf<RowOf<typeof slos>["status"]>({
      no_data: null,
      unknown: null,
      healthy: "operational",
      at_risk: "degraded_performance",
      breached: "partial_outage",
    }),
  },
];

/** Null for a status that says nothing. */
function meaningOf<S extends string>(ranks: Readonly<Record<S, Rank | null>>): Observer["meaning"] {
  return new Map(Object.entries<Rank | null>(ranks));
}

export function createObservedStatus(): Feature {
  return {
    name: "observed status",
    kinds: {
      [statusPageComponents.kind]: {
        async join(reader, organizationId, joining, now) {
          const rows = joining.map((row) => row.read());
          const targets = rows.flatMap(observersOf);
          if (targets.length === 0) return new Map();
          const found = await connectionOf(reader).query(sql.listRowStates, {
            organizationId,
            kinds: targets.map(({ kind }) => kind),
            ids: targets.map(({ id }) => id),
          });
          const statuses = new Map(
            found.map((observed) => [`${observed.kind}/${observed.id}`, presentStatus(observed, now)]),
          );
          return new Map(rows.map((row) => [row.id, { observed_status: observedStatus(row, statuses) }]));
        },
      } satisfies KindHooks<Component>,
    },
  };
}

function observersOf({ configuration }: StoredRow) {
  const component = completed(statusPageComponents, configuration);
  return observers.flatMap(({ field, observing: { kind } }) => {
    const id = component[field];
    return typeof id === "string" ? [{ kind, id }] : [];
  });
}

/** The status of a check or an SLO as its own row shows it. */
function presentStatus(
  { kind, configuration, state }: RowOfQuery<typeof sql.listRowStates>,
  now: Date,
): Json | undefined {
  const observing = observers.find((observer) => observer.observing.kind === kind)?.observing;
  if (observing === undefined) return undefined;
  const row = { ...completed(observing, configuration), ...state };
  return presentStates(observing, row, now.getTime())?.status ?? state.status;
}

/** Null where nothing observes the component, or what does has no data yet, or none of late. */
function observedStatus(row: StoredRow, statuses: ReadonlyMap<string, Json | undefined>): Rank | null {
  const component = completed(statusPageComponents, row.configuration);
  const seen = observers.map(({ field, observing: { kind }, meaning }) =>
    meaning.get(statuses.get(`${kind}/${component[field]}`)),
  );
  return ranks.findLast((rank) => seen.includes(rank)) ?? null;
}
