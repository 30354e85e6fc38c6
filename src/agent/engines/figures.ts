/** Asks what keeps an engine's figures, over Prometheus' API, how the rows stand that the engine evaluates. */
import {
  renderedSlos,
  type SloAnswers,
  sloQueries,
  sloReports,
  type Vector,
} from "../../backends/prometheus/read-back.ts";
import { EngineProblem, type Render, type StateReport } from "../agent.ts";
import type { EngineHttp } from "./http.ts";

/** The same questions however many rows there are. @throws EngineProblem */
export async function readFigures(http: EngineHttp, { files }: Render): Promise<readonly StateReport[]> {
  const slos = renderedSlos(files);
  // Also where there is nothing to ask for: whether it answers is the health of its data sources.
  if (slos.length === 0) await vectorOf(http, "vector(1)");
  return slos.length === 0 ? [] : sloStates(http, slos);
}

async function sloStates(http: EngineHttp, ids: readonly string[]): Promise<readonly StateReport[]> {
  const answers: SloAnswers = {
    budget: await vectorOf(http, sloQueries.budget),
    burn: await vectorOf(http, sloQueries.burn),
    good: await vectorOf(http, sloQueries.good),
    time: await vectorOf(http, sloQueries.time),
  };
  return sloReports(ids, answers).map(({ id, ...state }) => ({ kind: "slos", id, state }));
}

/** What an instant query answers (prometheus.io/docs/prometheus/latest/querying/api). */
export async function vectorOf(http: EngineHttp, query: string): Promise<Vector> {
  const { data } = await http.json(`/api/v1/query?query=${encodeURIComponent(query)}`);
  const { resultType, result } = (data ?? {}) as { resultType?: unknown; result?: unknown };
  if (resultType === "vector" && Array.isArray(result)) return result as Vector;
  throw new EngineProblem("the engine answered a query with something else than Prometheus does");
}
