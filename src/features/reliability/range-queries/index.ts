/**
 * Range queries: a replay asks the engine for figures that nobody has kept, such as those of a new SLI. The connector's
 * agent finds them in its rendering, runs them, and brings the answers. Only queries that the renderer made are asked.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Call } from "../../../engine/context.ts";
import type { Feature } from "../../../engine/feature.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import { Periodic } from "../../../engine/periodic.ts";
import { notFound } from "../../../engine/reading.ts";
import { given } from "../../../kernel/given.ts";
import { connectors } from "../../../resources/connectors.ts";
import type { Ground } from "../../ground.ts";
import type { RangeAnswer } from "./answer.ts";
import { answerInput, answerOutput } from "./shapes.ts";
import type { NewRangeQuery, RangeQueryStore } from "./store.ts";

export type { RangeAnswer } from "./answer.ts";
export { waitingField } from "./shapes.ts";
export {
  createRangeQueryStore,
  type NewRangeQuery,
  type RangeQueryStore,
  type WaitingRangeQuery,
} from "./store.ts";

/** For so long answers are waited for. An agent looks every 5 seconds, unless --interval says otherwise. */
export const rangeSeconds = 20;
const lookMs = 250;

export function createRangeQueries(ground: Ground, queries: RangeQueryStore): Feature {
  return {
    name: "range queries",
    operations: [answerOperation(ground, queries)],
    background: [
      new Periodic({
        name: "old range queries",
        everyMs: 60_000,
        log: ground.log,
        run: () => queries.forget(),
      }),
    ],
  };
}

/**
 * Has agents run these queries, and waits for the answers, or until the time is over.
 * @param until the end of the last step of each
 * @returns the answers that came, by the queries' ids
 * @throws Refusal where the caller is gone, or may not be answered any more
 */
export async function rangesOf(
  queries: RangeQueryStore,
  { caller, client, again }: Call,
  asked: readonly NewRangeQuery[],
  until: Date,
): Promise<ReadonlyMap<string, RangeAnswer>> {
  if (asked.length === 0) return new Map();
  const { id: organizationId } = caller.organization;
  const ids = asked.map(({ id }) => id);
  await queries.insert(organizationId, asked, until, rangeSeconds);
  try {
    const end = performance.now() + rangeSeconds * 1_000;
    while (performance.now() < end && (await queries.unanswered(organizationId, ids)) > 0) {
      client?.gone.throwIfAborted();
      await pause(lookMs);
    }
  } finally {
    // Whoever is gone needs no answer, and no agent is to work for it.
    if (client?.gone.aborted) await queries.take(organizationId, ids);
  }
  const answers = await queries.take(organizationId, ids);
  await again?.();
  return answers;
}

function answerOperation({ store }: Ground, queries: RangeQueryStore): ConfigurationOperation {
  return configurationOperation({
    name: "answer_range_query",
    level: "operate",
    effect: "update",
    unheld: "it says what a program saw of rows, which is their state",
    title: "Answer a range query",
    description: "An agent brings what its engine answered to a query of get_render.",
    tag: "render",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/render/{connector_id}/queries",
    input: answerInput,
    output: answerOutput,
    forPrograms: true,
    fromEngines: true,
    async answer(call, { connector_id: connectorId, id, total, bad, cut, error }) {
      const { id: organizationId } = call.caller.organization;
      if ((await store.find(organizationId, connectors.kind, connectorId)) === undefined)
        throw notFound(connectors);
      const figures = given({ total: total ?? undefined, bad: bad ?? undefined, error: error ?? undefined });
      const taken = await queries.answer({ organizationId, connectorId, id }, { cut, ...figures });
      return { taken };
    },
  });
}
