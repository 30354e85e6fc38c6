/** Asks what keeps an engine's figures, over Prometheus' API, how the rows stand that the engine evaluates. */
import { figures } from "../../backends/figures.ts";
import type { Sample, StateReport } from "../../backends/read-back.ts";
import { EngineProblem, type Render } from "../agent.ts";
import { oncePerRendering, ownTexts, readFiles, wholeLines } from "../contents.ts";
import type { EngineHttp } from "./http.ts";

/** Answers a function that reads the figures of a rendering's rows. It keeps their ids from one time to the next. */
export function createFigures(http: EngineHttp): (render: Render) => Promise<readonly StateReport[]> {
  const idsOf = oncePerRendering(renderedIds);
  return async (render) => askAll(http, await idsOf(render));
}

/** The ids of the rows of each kind of `figures`, in its order. */
async function renderedIds(render: Render): Promise<readonly (readonly string[])[]> {
  const ids = figures.map(() => new Set<string>());
  await readFiles(render, async (_name, pieces) => {
    for await (const content of wholeLines(pieces)) {
      for (const [at, { rendered }] of figures.entries())
        for (const id of ownTexts(rendered([{ content }]))) ids[at]?.add(id);
    }
  });
  return ids.map((each) => [...each]);
}

/** The same questions however many rows there are. @throws EngineProblem where one of them fails */
async function askAll(
  http: EngineHttp,
  idsByKind: readonly (readonly string[])[],
): Promise<readonly StateReport[]> {
  const found: StateReport[] = [];
  for (const [at, { queries, reports }] of figures.entries()) {
    const ids = idsByKind[at] ?? [];
    if (ids.length === 0) continue;
    const answers: Record<string, readonly Sample[]> = {};
    // One after the other: a minute is long enough, and the engine has other work.
    for (const [name, query] of Object.entries(queries)) answers[name] = await vectorOf(http, query);
    found.push(...reports(ids, answers));
  }
  // Whether it answers is the health of its data sources, also where there is nothing to read.
  if (found.length === 0) await vectorOf(http, "vector(1)");
  return found;
}

/** What an instant query answers (prometheus.io/docs/prometheus/latest/querying/api). */
export async function vectorOf(http: EngineHttp, query: string): Promise<readonly Sample[]> {
  const { data } = await http.json(`/api/v1/query?query=${encodeURIComponent(query)}`);
  const { resultType, result } = (data ?? {}) as { resultType?: unknown; result?: unknown };
  if (resultType === "vector" && Array.isArray(result)) return result as readonly Sample[];
  throw new EngineProblem("the engine answered a query with something else than Prometheus does");
}
