/** Reads the figures of the rows that an engine evaluates, over Prometheus' API. */
import { counted } from "../../kernel/readable.ts";
import { evaluatedAgo, figures } from "../../renderers/figures.ts";
import {
  lostUntilNow,
  newestMeasured,
  probesLost,
  probesLostQuery,
} from "../../renderers/prometheus/missing-data.ts";
import { failingRules } from "../../renderers/prometheus/rule-health.ts";
import type { Sample, StateReport } from "../../renderers/read-back.ts";
import { ClockOffset } from "../clock-offset.ts";
import { type Engine, EngineProblem } from "../engine.ts";
import type { EngineHttp } from "./http.ts";

/** Answers a function that reads the figures of a rendering's rows. @throws EngineProblem where a query fails */
export function createFigures(http: EngineHttp): NonNullable<Engine["readBack"]> {
  /** From the engine's clock to the service's. */
  const offset = new ClockOffset();
  return async ({ connector, evaluated }, now, lost = null) => {
    const found: StateReport[] = [];
    // The same questions however many rows there are.
    for (const { resource, queries, reports } of figures) {
      const ids = evaluated.find((rows) => rows.resource === resource)?.ids ?? [];
      if (ids.length === 0) continue;
      const answers: Record<string, readonly Sample[]> = {};
      const asked = Object.entries(queries(connector.id));
      // What an engine that evaluates nothing has found out is of before.
      if (lost === "engine") {
        const none = Object.fromEntries(asked.map(([name]) => [name, []]));
        found.push(...reports(ids, none, offset.ms, nothing));
        continue;
      }
      // One after the other: a minute is long enough, and the engine has other work.
      for (const [name, query] of asked) answers[name] = await vectorOf(http, query);
      // When nothing is probed has one decider, of whose word the alert is made too.
      if (lost === "probes" && probedKinds.includes(resource)) answers.times = [];
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

/** What is evaluated more often may be behind for so long all the same. */
const leastSeconds = 30;

/**
 * Answers a function that says that rules are not evaluated any more: once an evaluation and a half are missing.
 * @param now milliseconds on a clock that only goes forward
 */
export function createUnevaluated(
  http: EngineHttp,
  now: () => number = () => performance.now(),
): NonNullable<Engine["unevaluated"]> {
  /** Since when the engine has not said when it evaluated this rendering's rules: they may have just come. */
  let silent: { readonly digest: string; readonly at: number } | undefined;
  return async ({ connector, digest, evaluated }) => {
    const query = evaluatedAgo(connector.id, evaluated);
    if (query === undefined) return undefined;
    const every = Math.min(...evaluated.map(({ every_seconds = 60 }) => every_seconds));
    const found = await vectorOf(http, query).catch((error: unknown) => {
      if (error instanceof EngineProblem) return error;
      throw error;
    });
    const [sample] = found instanceof EngineProblem ? [] : found;
    if (sample !== undefined) silent = undefined;
    else if (silent?.digest !== digest) silent = { digest, at: now() };
    const ago = sample === undefined ? (now() - (silent?.at ?? now())) / 1_000 : Number(sample.value[1]);
    if (ago <= 1.5 * Math.max(every, leastSeconds)) return undefined;
    return found instanceof EngineProblem
      ? `The engine answers, and none of its figures can be read: ${found.message}`
      : `The engine answers, and has no new figures of its rules, which are due every ${counted(every, "second")}: look at its log for a full disk, or rules that take too long`;
  };
}

/** Answers a function that says why nothing is probed of a rendering's checks and certificates. */
export function createUnprobed(http: EngineHttp): NonNullable<Engine["unprobed"]> {
  /**
   * What was said last, and when the newest probe was that rules had recorded: it is so until they record another one,
   * whatever an engine has forgotten in between.
   */
  let last: { readonly why: string; readonly measured: number } | undefined;
  let begun = false;
  return async ({ connector, evaluated }) => {
    const isProbed = evaluated.some(({ resource, ids }) => probedKinds.includes(resource) && ids.length > 0);
    if (!isProbed) {
      last = undefined;
      return undefined;
    }
    let [found] = await vectorOf(http, probesLostQuery);
    if (found === undefined && !begun) [found] = await vectorOf(http, lostUntilNow(connector.id));
    begun = true;
    if (found === undefined && last === undefined) return undefined;
    const [newest] = await vectorOf(http, newestMeasured);
    const measured = Number(newest?.value[1] ?? Number.NEGATIVE_INFINITY);
    const before = last?.measured ?? Number.NEGATIVE_INFINITY;
    if (found === undefined) {
      if (measured > before) last = undefined;
      return last?.why;
    }
    const why =
      Number(found.value[1]) === probesLost.noTargets
        ? "Prometheus has no target for checks and certificates any more: give it the scrape job orgconfig-probes of docs/agent.md"
        : "Prometheus cannot reach blackbox_exporter: none of its scrapes for checks and certificates works";
    last = { why, measured: Math.max(measured, before) };
    return why;
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
