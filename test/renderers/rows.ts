/** Rows as renderers get them, made from bodies as people send them. */

import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { severityWords } from "../../src/renderers/alerting/facts.ts";
import type { RendererRows, Target } from "../../src/renderers/renderer.ts";
import { alertInhibitions } from "../../src/resources/alert-inhibitions.ts";
import { alertMutes } from "../../src/resources/alert-mutes.ts";
import { alertRoutes } from "../../src/resources/alert-routes.ts";
import { certificateMonitors } from "../../src/resources/certificate-monitors.ts";
import { connectors } from "../../src/resources/connectors.ts";
import { dataSources } from "../../src/resources/data-sources.ts";
import { outboundConfigs } from "../../src/resources/outbound-configs.ts";
import { slis } from "../../src/resources/slis.ts";
import { sloCorrections } from "../../src/resources/slo-corrections.ts";
import { slos } from "../../src/resources/slos.ts";
import { syntheticChecks } from "../../src/resources/synthetic-checks.ts";
import { teamMembers } from "../../src/resources/team-members.ts";
import { teams } from "../../src/resources/teams.ts";
import { judge } from "../resources/rules.ts";

type Bodies = Readonly<Record<string, JsonObject>>;

export interface RowBodies {
  readonly alertInhibitions?: Bodies;
  readonly alertMutes?: Bodies;
  readonly severityWords?: Readonly<Record<string, string>>;
  readonly alertRoutes?: Bodies;
  readonly certificateMonitors?: Bodies;
  readonly connectors?: Bodies;
  readonly dataSources?: Bodies;
  readonly outboundConfigs?: Bodies;
  readonly slis?: Bodies;
  readonly sloCorrections?: Bodies;
  readonly slos?: Bodies;
  readonly syntheticChecks?: Bodies;
  readonly teamMembers?: Bodies;
  readonly teams?: Bodies;
}

/** The rows of an organization, by their ids. Every body has to be one that its kind's rules accept. */
export function rendererRows(bodies: RowBodies): RendererRows {
  return {
    alertInhibitions: rowsOf(alertInhibitions, bodies.alertInhibitions),
    alertMutes: rowsOf(alertMutes, bodies.alertMutes),
    alertRoutes: inOrder(rowsOf(alertRoutes, bodies.alertRoutes)),
    certificateMonitors: rowsOf(certificateMonitors, bodies.certificateMonitors),
    connectors: rowsOf(connectors, bodies.connectors),
    dataSources: rowsOf(dataSources, bodies.dataSources),
    outboundConfigs: targetsOf(bodies.outboundConfigs),
    slis: rowsOf(slis, bodies.slis),
    sloCorrections: rowsOf(sloCorrections, bodies.sloCorrections),
    slos: rowsOf(slos, bodies.slos),
    syntheticChecks: checksOf(bodies.syntheticChecks),
    missingAfterMinutes: 10,
    severityWords: severityWords(bodies.severityWords ?? {}),
    teamMembers: rowsOf(teamMembers, bodies.teamMembers),
    teams: rowsOf(teams, bodies.teams),
  } as unknown as RendererRows;
}

export const target: Target = {
  connectorId: "conn_prometheus",
  version: "2.42",
  seenVersions: new Map(),
  publicUrl: "https://orgconfig.example.com",
};

/** One Prometheus, and a data source that its rules query. */
export const onePrometheus = {
  connectors: {
    conn_prometheus: { name: "Prometheus", type: "observability", connector_type: "prometheus" },
  },
  dataSources: {
    ds_prometheus: { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" },
  },
} as const satisfies RowBodies;

function rowsOf(definition: Kind, bodies: Bodies = {}) {
  return Object.entries(bodies).map(([id, body]) => {
    const { row, problems } = judge(definition, body);
    if (problems.length > 0) throw new Error(`${definition.kind} ${id}: ${JSON.stringify(problems)}`);
    return { id, configuration: row.configuration };
  });
}

/** As lists of the kind are: by position, and rows of the same position by name. */
export function inOrder<R extends { readonly configuration: JsonObject }>(rows: readonly R[]): R[] {
  const keyOf = ({ configuration: { position, name } }: R) =>
    `${String(position).padStart(16, "0")} ${String(name)}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function targetsOf(bodies: Bodies = {}) {
  return rowsOf(outboundConfigs, bodies).map((row) =>
    typeof bodies[row.id]?.secret === "string" ? row : { ...row, secretProblem: "is missing" },
  );
}

/** Checks with what renderers are given of their Authorization header. */
function checksOf(bodies: Bodies = {}) {
  return rowsOf(syntheticChecks, bodies).map((row) => {
    const header = bodies[row.id]?.auth_header;
    if (typeof header !== "string") return row;
    return { ...row, authScheme: /^(\S+) +\S/.exec(header)?.[1] ?? null };
  });
}
