/** The rows that alerts are made of, read as `ownAlertsOf` takes them. */
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import type { OwnAlertRows, OwnAlerts } from "../../../renderers/alerting/row-alerts.ts";
import { alertHeartbeats } from "../../../resources/alert-heartbeats.ts";
import { certificateMonitors } from "../../../resources/certificate-monitors.ts";
import { connectors } from "../../../resources/connectors.ts";
import { dataSources } from "../../../resources/data-sources.ts";
import { slis } from "../../../resources/slis.ts";
import { slos } from "../../../resources/slos.ts";
import { syntheticChecks } from "../../../resources/synthetic-checks.ts";
import { teams } from "../../../resources/teams.ts";

/** The kinds whose rows raise alerts. */
export const raising: Readonly<Record<OwnAlerts["resource"], Kind>> = {
  slos,
  synthetic_checks: syntheticChecks,
  certificate_monitors: certificateMonitors,
  alert_heartbeats: alertHeartbeats,
};

/** Rows of one kind that are looked at, at most. */
const mostRows = 5_000;

export type RowsOfKind = <D extends Kind>(
  definition: D,
) => Promise<{ id: string; configuration: ConfigurationOf<D> }[]>;

/** Reads the rows of a kind with each setting that they have. */
export function completedRows(stored: (kind: Kind) => Promise<readonly StoredRow[]>): RowsOfKind {
  return async (definition) =>
    (await stored(definition)).map(({ id, configuration }) => ({
      id,
      configuration: completed(definition, configuration),
    }));
}

/** @param looked which of the rows that raise alerts are looked at */
export async function ownRowsOf(
  of: RowsOfKind,
  looked: (row: {
    readonly id: string;
    readonly configuration: { readonly service: string | null };
  }) => boolean,
): Promise<OwnAlertRows> {
  return {
    heartbeats: (await of(alertHeartbeats)).filter(looked).slice(0, mostRows),
    slos: (await of(slos)).filter(looked).slice(0, mostRows),
    syntheticChecks: (await of(syntheticChecks)).filter(looked).slice(0, mostRows),
    certificateMonitors: (await of(certificateMonitors)).filter(looked).slice(0, mostRows),
    slis: await of(slis),
    dataSources: await of(dataSources),
    connectors: await of(connectors),
    teams: await of(teams),
  };
}

/** Those that raise alerts, with what people call them. */
export function raisersIn(rows: OwnAlertRows): readonly {
  readonly kind: OwnAlerts["resource"];
  readonly id: string;
  readonly name: string;
  readonly configuration: { readonly enabled: boolean };
}[] {
  const named = (
    kind: OwnAlerts["resource"],
    all: readonly { readonly id: string; readonly configuration: { enabled: boolean } }[],
  ) =>
    all.map(({ id, configuration }) => {
      const { name, hostname } = configuration as { name?: string; hostname?: string };
      return { kind, id, name: name ?? hostname ?? id, configuration };
    });
  return [
    ...named("slos", rows.slos),
    ...named("synthetic_checks", rows.syntheticChecks),
    ...named("certificate_monitors", rows.certificateMonitors),
    ...named("alert_heartbeats", rows.heartbeats),
  ];
}
