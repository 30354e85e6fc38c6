/** What is said of SLIs whose queries Prometheus takes, and that do not measure what they seem to. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Pieces } from "../../kernel/time-slices.ts";
import { connectorOfDataSource, ruleDataSourceType } from "../assignment.ts";
import type { RendererRows, Target, Warning } from "../renderer.ts";
import { isBefore } from "../version.ts";
import { storedNumberWarnings } from "./le-and-quantile.ts";
import { expressionOf } from "./promql-tree.ts";
import { groupingWarnings, longRangeWarnings, rateWarnings } from "./query-warnings.ts";
import { ratioWarnings, type SliQueries } from "./ratio-warnings.ts";
import {
  columnsKept,
  onlyVariables,
  otherVariables,
  queryFault,
  queryFields,
  type SliRow,
} from "./sli-measure.ts";

type Rows = Pick<RendererRows, "slis" | "dataSources" | "connectors">;

/** What is said of one SLI: without the row, so that it is cached by what the SLI queries. */
type Said = readonly Omit<Warning, "resource" | "id">[];

/**
 * Reading a query takes up to a millisecond, and an organization has thousands: each is read once. By a digest of all
 * that it depends on.
 */
const said = new LRUCache<string, Said>({ max: 20_000 });

/** In the order of the rows, with a pause after each that is read. */
export function* sliWarnings(rows: Rows, seenVersions: Target["seenVersions"]): Pieces<Warning[]> {
  const sources = new Map(rows.dataSources.map((source) => [source.id, source]));
  const normalizing = new Map(
    rows.dataSources.map((source) => [source.id, normalizes(rows, source, seenVersions)]),
  );
  const found: Warning[] = [];
  for (const sli of rows.slis) {
    const { data_source_id } = sli.configuration;
    // Queries of others are not PromQL.
    if (sources.get(data_source_id)?.configuration.type !== ruleDataSourceType) continue;
    for (const warning of saidOf(sli, normalizing.get(data_source_id) === true))
      found.push({ resource: "slis", id: sli.id, ...warning });
    yield;
  }
  return found;
}

function saidOf(sli: SliRow, normalized: boolean): Said {
  const { kind } = sli.configuration;
  const queried = [kind, normalized, ...queryFields.map((field) => sli.configuration[field])];
  const key = createHash("sha256").update(JSON.stringify(queried)).digest("base64");
  let warnings = said.get(key);
  if (warnings === undefined) {
    const { unreadable, queries } = readQueries(sli);
    warnings = [...unreadable, ...ofEach(sli, queries, normalized), ...ratioWarnings(queries)];
    said.set(key, warnings);
  }
  return warnings;
}

/**
 * What nobody can read in the queries, and the others as they are read, each once. Whether an engine is tied to the data
 * source or not: without one nobody else would read them.
 */
function readQueries({ configuration }: SliRow) {
  const unreadable: Omit<Warning, "resource" | "id">[] = [];
  const queries: { -readonly [F in keyof SliQueries]: SliQueries[F] } = {};
  for (const field of queryFields) {
    const query = configuration[field];
    if (query === null) continue;
    const fault = queryFault(query);
    if (fault !== undefined) {
      unreadable.push({ field, reason: "unparsable", message: `is no PromQL: ${fault.message}` });
      continue;
    }
    queries[field] = expressionOf(columnsKept(query));
    const [other] = otherVariables(query);
    if (other === undefined) continue;
    const message = `has ${other}, which stays as it is written: ${onlyVariables}`;
    unreadable.push({ field, reason: "unknown_variable", message });
  }
  return { unreadable, queries };
}

function ofEach({ configuration }: SliRow, queries: SliQueries, normalized: boolean) {
  const each = configuration.kind === "threshold" ? "and each of them counts alike" : "added up";
  return queryFields.flatMap((field) => {
    const query = queries[field];
    if (query === undefined) return [];
    return [
      ...rateWarnings(query),
      ...longRangeWarnings(query),
      ...groupingWarnings(query, each),
      ...(normalized ? storedNumberWarnings(query) : []),
    ].map((warning) => ({ field, ...warning }));
  });
}

/** The first version of Prometheus that stores the numbers of le and quantile in one form. */
const firstNormalizing = "3.0";

/** Whether what is queried is a Prometheus that may be so new: one whose version nobody knows may be. */
function normalizes(
  rows: Pick<RendererRows, "connectors">,
  source: RendererRows["dataSources"][number],
  seenVersions: Target["seenVersions"],
): boolean {
  const assigned = connectorOfDataSource(rows, source);
  if ("problem" in assigned) return true;
  const { id, configuration } = assigned.connector;
  const version = configuration.metadata.version ?? seenVersions.get(id);
  if (configuration.connector_type !== "prometheus") return false;
  return version === undefined || !isBefore(version, firstNormalizing);
}
