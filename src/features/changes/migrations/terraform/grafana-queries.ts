/** Queries of a Grafana panel that an expression puts together, as one expression (grafana_slo, `grafana_queries`). */
import type { Json } from "../../../../kernel/field.ts";
import { isObject, type JsonObject } from "../../../../kernel/validate.ts";

/**
 * The last expression with each query in the place of its name, such as `(sum(…)) / (sum(…))` for `$A / $B`; where
 * there is none, the only query. With the uid of the data source that all of them are for.
 */
export function joinedQueries(
  encoded: string | undefined,
): { readonly text: string; readonly uid: string | undefined } | undefined {
  const queries = listIn(encoded);
  const texts = new Map(queries.map((query) => [String(query.refId ?? ""), textOf(query)]));
  const math = queries.findLast(({ expression, type }) => typeof expression === "string" && type === "math");
  const sent = queries.filter((query) => query.expression === undefined);
  const uids = [...new Set(sent.flatMap(({ datasource }) => (isObject(datasource) ? [datasource.uid] : [])))];
  const [uid] = uids;
  // One SLI asks one data source.
  if (uids.length > 1) return undefined;
  const known = typeof uid === "string" ? uid : undefined;
  if (math === undefined) {
    const text = sent.length === 1 && sent[0] !== undefined ? textOf(sent[0]) : undefined;
    return text === undefined ? undefined : { text, uid: known };
  }
  let missing = false;
  const text = String(math.expression).replace(/\$(?:\{([^}]+)\}|(\w+))/g, (_, braced, plain) => {
    const named = texts.get(braced ?? plain);
    missing ||= named === undefined;
    return `(${named})`;
  });
  return missing ? undefined : { text, uid: known };
}

/** What the query asks, by the names that data sources of several types have for it. */
function textOf({ expr, query, target }: JsonObject): string | undefined {
  return [expr, query, target].find((text): text is string => typeof text === "string" && text !== "");
}

function listIn(encoded: string | undefined): readonly JsonObject[] {
  if (encoded === undefined) return [];
  try {
    const value: Json = JSON.parse(encoded);
    return Array.isArray(value) ? value.filter(isObject) : [];
  } catch {
    return [];
  }
}
