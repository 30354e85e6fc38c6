/** Reads what observes the components of an organization whose status follows it. */
import { connectionOf } from "../../database/executor.ts";
import { storedRow } from "../../database/store.ts";
import type { Reader, StoredRow } from "../../engine/ports/rows.ts";
import { completed, renderRow } from "../../engine/render.ts";
import { slos } from "../../resources/slos.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { syntheticChecks } from "../../resources/synthetic-checks.ts";
import type { Alerts } from "../alerts/index.ts";
import { type Observed, observedOf } from "./observed.ts";
import { sql } from "./queries.generated.ts";

/** Of one service: what is more says nothing new. */
const mostAlerts = 100;

/** What is observed of each component that follows it, by its id. */
export type ObservedOf = (
  reader: Pick<Reader, "executor">,
  organizationId: string,
  components: readonly StoredRow[],
  now: Date,
) => Promise<ReadonlyMap<string, Observed>>;

export function createObserving(alerts: Pick<Alerts, "store">): ObservedOf {
  return async (reader, organizationId, components, now) => {
    const following = components
      .map(({ id, configuration }) => ({ id, ...completed(statusPageComponents, configuration) }))
      .filter(({ status_source }) => status_source === "observed");
    if (following.length === 0) return new Map();
    const services = [...new Set(following.flatMap(({ service }) => service ?? []))];
    const found = await connectionOf(reader).query(sql.listObservingRows, {
      organizationId,
      kinds: [syntheticChecks.kind, slos.kind],
      services,
      ids: following.flatMap(({ synthetic_check_id, slo_id }) =>
        [synthetic_check_id ?? [], slo_id ?? []].flat(),
      ),
    });
    const rows = found.map(storedRow);
    const checks = rows
      .filter(({ kind }) => kind === syntheticChecks.kind)
      .map((row) => renderRow(syntheticChecks, row, now));
    const objectives = rows.filter(({ kind }) => kind === slos.kind).map((row) => renderRow(slos, row, now));
    const severities = new Map<string, readonly string[]>();
    for (const service of services)
      severities.set(service, await openSeverities(alerts, reader, organizationId, service));
    const alerted = new Set<string>();
    for (const service of services)
      if ((await alerts.store.in(reader).list(organizationId, { service }, 1)).length > 0)
        alerted.add(service);
    return new Map(
      following.map(({ id, service, synthetic_check_id, slo_id }) => [
        id,
        observedOf({
          checks: checks
            .filter(
              (check) =>
                check.enabled &&
                (check.id === synthetic_check_id || (service !== null && check.service === service)),
            )
            .map(({ status, status_since }) => ({ status, unknownSince: status_since })),
          slos: objectives
            .filter((slo) => slo.enabled && (slo.id === slo_id || slo.service === service))
            .map(({ status, status_since }) => ({ status, unknownSince: status_since })),
          alerts: (service === null ? undefined : severities.get(service)) ?? [],
          hasAlerted: service !== null && alerted.has(service),
        }),
      ]),
    );
  };
}

async function openSeverities(
  { store }: Pick<Alerts, "store">,
  reader: Pick<Reader, "executor">,
  organizationId: string,
  service: string,
): Promise<readonly string[]> {
  const { list } = store.in(reader);
  const fresh = await list(organizationId, { status: "open", service }, mostAlerts);
  const acknowledged = await list(organizationId, { status: "acknowledged", service }, mostAlerts);
  return [...fresh, ...acknowledged].flatMap(({ severity, mutedBy }) =>
    mutedBy === null ? [severity ?? "critical"] : [],
  );
}
