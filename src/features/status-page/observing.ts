/** Reads what observes the components of an organization whose status follows it. */
import { connectionOf } from "../../database/executor.ts";
import { storedRow } from "../../database/store.ts";
import type { Reader, StoredRow } from "../../engine/ports/rows.ts";
import { completed, renderRow } from "../../engine/render.ts";
import { slos } from "../../resources/slos.ts";
import { statusPageComponents } from "../../resources/status-page-components.ts";
import { syntheticChecks } from "../../resources/synthetic-checks.ts";
import type { Alerts } from "../alerting/index.ts";
import { type Observed, observedOf } from "./observed.ts";
import { sql } from "./queries.generated.ts";

/** What is observed of each component that follows it, by its id. */
export type ObservedOf = (
  reader: Pick<Reader, "executor">,
  organizationId: string,
  components: readonly Pick<StoredRow, "id" | "configuration">[],
  now: Date,
) => Promise<ReadonlyMap<string, Observed>>;

export function createObserving(alerts: Pick<Alerts, "store" | "heldEnds">): ObservedOf {
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
    const observers = following.map(({ id, service, synthetic_check_id, slo_id }) => ({
      id,
      service,
      checks: checks
        .filter(
          (check) =>
            check.enabled &&
            (check.id === synthetic_check_id || (service !== null && check.service === service)),
        )
        .map(seenOf),
      slos: objectives
        .filter((slo) => slo.enabled && (slo.id === slo_id || slo.service === service))
        .map(seenOf),
    }));
    const { serviceSeverities, hasAlerted } = alerts.store.in(reader);
    const { lastEnds } = alerts.heldEnds.in(reader);
    const open = await serviceSeverities(organizationId, services);
    const seen = new Map<string, Observed>();
    for (const { id, service, ...measuring } of observers) {
      const severities = open.flatMap((one) => (one.service === service ? (one.severity ?? "critical") : []));
      // Looked up where nothing else speaks for the service: it may take a look at every alert that is kept.
      const isAlone = measuring.checks.length + measuring.slos.length + severities.length === 0;
      const alerted =
        isAlone &&
        service !== null &&
        (await hasAlerted(organizationId, service)) &&
        (await lastEnds(organizationId, [service], null, false)).get(service) !== "nobody";
      seen.set(id, observedOf({ ...measuring, alerts: severities, hasAlerted: alerted }));
    }
    return seen;
  };
}

function seenOf<S>({ status, status_since }: { readonly status: S; readonly status_since: string | null }) {
  return { status, unknownSince: status_since };
}
