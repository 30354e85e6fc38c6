/** Which engine takes what: the connector for a data source's SLOs, and the one for a blackbox connector's alert rules. */
import type { RendererRows } from "./renderer.ts";

export type ConnectorRow = RendererRows["connectors"][number];
export type DataSourceRow = RendererRows["dataSources"][number];

/** The types of connectors that evaluate Prometheus' rules. */
export const ruleConnectorTypes: readonly string[] = ["prometheus", "mimir", "vmalert"];

/** The type of the data sources that they evaluate rules over: others are asked by somebody else. */
export const ruleDataSourceType = "prometheus";

/** The connector that takes something, or why there is none: a sentence that says the way out. */
export type Assigned = { readonly connector: ConnectorRow } | { readonly problem: string };

/** How often a connector evaluates its rules, as Prometheus writes durations. */
export function evaluationInterval({ connectors }: Pick<RendererRows, "connectors">, id: string): string {
  const connector = connectors.find((one) => one.id === id);
  return connector?.configuration.metadata.evaluation_interval ?? "1m";
}

/** The connectors that evaluate rules and are switched on. */
export function ruleConnectors({ connectors }: Pick<RendererRows, "connectors">): readonly ConnectorRow[] {
  return connectors.filter((connector) => connector.configuration.enabled && takesRules(connector));
}

/**
 * Where the SLOs over a data source are evaluated: by the connector that it names, else by the only one that takes
 * rules. The connector that it names may be switched off: then nothing evaluates them.
 */
export function connectorOfDataSource(
  rows: Pick<RendererRows, "connectors">,
  { configuration: { name, connector_id } }: DataSourceRow,
): Assigned {
  if (connector_id === null)
    return only(rows, `name a connector at the data source ${JSON.stringify(name)} (connector_id)`);
  const named = rows.connectors.find(({ id }) => id === connector_id);
  const wayOut = "name one of those at the data source (connector_id), or none";
  return takingRules(named, `the connector of the data source ${JSON.stringify(name)}`, wayOut);
}

/** The ids of the data sources whose SLOs a connector evaluates. */
export function dataSourcesOf(
  rows: Pick<RendererRows, "connectors" | "dataSources">,
  connectorId: string,
): readonly string[] {
  return rows.dataSources
    .filter((source) => {
      const assigned = connectorOfDataSource(rows, source);
      const here = "connector" in assigned && assigned.connector.id === connectorId;
      return here && source.configuration.type === ruleDataSourceType;
    })
    .map(({ id }) => id);
}

/**
 * Where the alert rules of the checks and certificates are evaluated that a blackbox connector probes: by the connector
 * that its metadata names, else by the only one that takes rules.
 */
export function connectorOfProbes(
  rows: Pick<RendererRows, "connectors">,
  { configuration: { name, metadata } }: ConnectorRow,
): Assigned {
  const wanted = metadata.prometheus_connector;
  const wayOut = `name one in metadata.prometheus_connector of the connector ${JSON.stringify(name)}`;
  if (wanted === undefined) return only(rows, wayOut);
  const named = rows.connectors.find(({ configuration }) => configuration.name === wanted);
  return takingRules(named, `the connector ${JSON.stringify(wanted)}`, wayOut);
}

function takingRules(named: ConnectorRow | undefined, whose: string, wayOut: string): Assigned {
  if (named !== undefined && takesRules(named)) return { connector: named };
  const which = named === undefined ? "is not there" : `is of type ${named.configuration.connector_type}`;
  const types = ruleConnectorTypes.join(", ");
  return { problem: `${whose} ${which}, and only connectors of type ${types} evaluate rules; ${wayOut}` };
}

function takesRules({ configuration }: ConnectorRow): boolean {
  return ruleConnectorTypes.includes(configuration.connector_type);
}

function only(rows: Pick<RendererRows, "connectors">, wayOut: string): Assigned {
  const [first, ...others] = ruleConnectors(rows);
  if (first === undefined)
    return {
      problem: `no connector evaluates rules; add one of type ${ruleConnectorTypes.join(", ")}, and switch it on`,
    };
  if (others.length === 0) return { connector: first };
  return { problem: `${1 + others.length} connectors evaluate rules; ${wayOut}` };
}
