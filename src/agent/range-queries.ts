/** Range queries of the service: run on the engine a day at a time, the newest first, for as long as they are waited for. */
import { stepSeconds } from "../kernel/event-series.ts";
import { given } from "../kernel/given.ts";
import { oneLine } from "../kernel/one-line.ts";
import { messageOf } from "./engine.ts";
import type { AnsweredRange, RangeQuery, ReadRange } from "./range-side.ts";

/** Steps of one request to the engine: a day. */
const atOnce = 288;
/** Left for bringing the answer. */
const margin_ms = 4_000;
const longestRequest_ms = 10_000;
const longestError = 1_000;

/**
 * Answers each of them, one after the other. What the time is too short for is cut.
 * @param read undefined where the engine answers no queries
 */
export async function* answersTo(
  queries: readonly RangeQuery[],
  read: ReadRange | undefined,
  now: () => number,
): AsyncGenerator<AnsweredRange> {
  const start = now();
  const end = Math.min(...queries.map(({ within_seconds }) => start + within_seconds * 1_000)) - margin_ms;
  for (const [at, one] of queries.entries()) {
    const share = (end - now()) / (queries.length - at);
    yield read === undefined
      ? { id: one.id, cut: false, error: "the engine answers no queries: start the agent with --query-url" }
      : await answerTo(one, read, now, now() + share);
  }
}

async function answerTo(
  { id, query, starts_at, steps }: RangeQuery,
  read: ReadRange,
  now: () => number,
  end: number,
): Promise<AnsweredRange> {
  const first = Date.parse(starts_at) / 1_000;
  const figures = { total: nothing(steps), bad: nothing(steps) };
  for (let until = steps; until > 0; until -= atOnce) {
    const left = end - now();
    const isFirst = until === steps;
    if (left <= 0) return isFirst ? { id, cut: true, error: tooLate } : { id, cut: true, ...packed(figures) };
    const from = Math.max(until - atOnce, 0);
    const range = {
      start: first + (from + 1) * stepSeconds,
      end: first + until * stepSeconds,
      step: stepSeconds,
    };
    try {
      const samples = await read(query, range, Math.min(left, longestRequest_ms));
      for (const figure of ["total", "bad"] as const)
        for (const [time, value] of samples[figure])
          put(figures[figure], Math.round((time - first) / stepSeconds) - 1, value);
    } catch (error) {
      // What the engine had no trouble with is worth something all the same.
      return { id, cut: true, ...(isFirst ? problem(error) : packed(figures)) };
    }
  }
  return { id, cut: false, ...packed(figures) };
}

const tooLate = "there was no time for it next to the others: plan fewer SLIs at once";

function problem(error: unknown) {
  return given({ error: oneLine(messageOf(error), longestError) });
}

function nothing(steps: number): DataView {
  const view = new DataView(new ArrayBuffer(4 * steps));
  for (let at = 0; at < steps; at += 1) view.setFloat32(4 * at, Number.NaN);
  return view;
}

function put(figures: DataView, step: number, value: number): void {
  if (step >= 0 && 4 * step < figures.byteLength && Number.isFinite(value))
    figures.setFloat32(4 * step, value);
}

function packed({ total, bad }: Readonly<Record<"total" | "bad", DataView>>) {
  const text = ({ buffer }: DataView) => Buffer.from(buffer as ArrayBuffer).toString("base64");
  return { total: text(total), bad: text(bad) };
}
