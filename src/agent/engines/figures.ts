/** Reads the figures of the rows that an engine evaluates, over Prometheus' API. */
import { figures } from "../../renderers/figures.ts";
import { probesLost, probesLostQuery } from "../../renderers/prometheus/missing-data.ts";
import { failingRules } from "../../renderers/prometheus/rule-health.ts";
import type { Sample, StateReport } from "../../renderers/read-back.ts";
import { ClockOffset } from "../clock-offset.ts";
import { type Engine, EngineProblem } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

/** Answers a function that reads the figures of a rendering's rows. @throws EngineProblem where a query fails */
export function createFigures(http: EngineHttp): NonNullable<Engine["readBack"]> {
  /** From the engine's clock to the service's. */
  const offset = new ClockOffset();
  return async ({ connector, evaluated }, now) => {
    const found: StateReport[] = [];
    // The same questions however many rows there are.
    for (const { resource, queries, reports } of figures) {
      const ids = evaluated.find((rows) => rows.resource === resource)?.ids ?? [];
      if (ids.length === 0) continue;
      const answers: Record<string, readonly Sample[]> = {};
      // One after the other: a minute is long enough, and the engine has other work.
      for (const [name, query] of Object.entries(queries(connector.id)))
        answers[name] = await vectorOf(http, query);
      // An instant vector is of the engine's present, by its own clock.
      const [sample] = Object.values(answers).flat();
      if (sample !== undefined) offset.note(now().getTime(), sample.value[0] * 1_000);
      const read = reports(ids, answers, offset.ms, nothing);
      const lacks = read.some(({ state }) => state.status === "no_data" && !("last_evaluated_at" in state));
      found.push(
        ...(lacks ? reports(ids, answers, offset.ms, await failingIn(http, connector.id, ids)) : read),
      );
    }
    // Whether it answers is the health of its data sources, also where there is nothing to read.
    if (found.length === 0) await vectorOf(http, "vector(1)");
    return found;
  };
}

/** Answers a function that says why nothing is probed of a rendering's checks and certificates. */
export function createUnprobed(http: EngineHttp): NonNullable<Engine["unprobed"]> {
  return async ({ evaluated }) => {
    if (!evaluated.some(({ resource, ids }) => probedKinds.includes(resource) && ids.length > 0))
      return undefined;
    const [found] = await vectorOf(http, probesLostQuery);
    if (found === undefined) return undefined;
    return Number(found.value[1]) === probesLost.noTargets
      ? "Prometheus has no target for checks and certificates any more: give it the scrape job orgconfig-probes of docs/agent.md"
      : "Prometheus cannot reach blackbox_exporter: none of its scrapes for checks and certificates works";
  };
}

const probedKinds = ["synthetic_checks", "certificate_monitors"];

const nothing: ReadonlyMap<string, string> = new Map();

/** What the engine says of the rows whose rules fail; nothing where it does not say. The list of rules is long. */
async function failingIn(
  http: EngineHttp,
  connectorId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rules = await http.json("/api/v1/rules?type=record").catch(() => undefined);
  if (rules === undefined) return nothing;
  const failing = failingRules(rules, connectorId, new Set(ids));
  return new Map(
    failing.flatMap(({ id, error }) => (id === undefined ? [] : [[id, http.quote(error, 200)]])),
  );
}

/** What an instant query answers (prometheus.io/docs/prometheus/latest/querying/api). */
export async function vectorOf(http: EngineHttp, query: string): Promise<readonly Sample[]> {
  const { data } = await http.json(`/api/v1/query?query=${encodeURIComponent(query)}`);
  const { resultType, result } = (data ?? {}) as { resultType?: unknown; result?: unknown };
  if (resultType === "vector" && Array.isArray(result)) return result as readonly Sample[];
  throw new EngineProblem("the engine did not answer a query as Prometheus does");
}
