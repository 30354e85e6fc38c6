/** Range queries that an agent runs: a day at a time, the newest first, for as long as they are waited for. */
import { expect, it } from "vitest";
import { EngineProblem } from "../../src/agent/engine.ts";
import { createRanges } from "../../src/agent/engines/ranges.ts";
import { answersTo } from "../../src/agent/range-queries.ts";
import type { AnsweredRange, RangeQuery, ReadRange } from "../../src/agent/range-side.ts";

const start = Date.parse("2026-03-01T00:00:00Z") / 1_000;
const query = (more: Partial<RangeQuery> = {}): RangeQuery => ({
  ...{ id: "range_1", query: "q", starts_at: "2026-03-01T00:00:00.000Z", steps: 600, within_seconds: 20 },
  ...more,
});

async function all(
  queries: readonly RangeQuery[],
  read: ReadRange | undefined,
  now = () => 0,
): Promise<AnsweredRange[]> {
  const found: AnsweredRange[] = [];
  for await (const one of answersTo(queries, read, now)) found.push(one);
  return found;
}

function floats(text: string | undefined): number[] {
  const bytes = Buffer.from(text ?? "", "base64");
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatBE(4 * at));
}

it("are put together from days, the newest first; what is no number is not known", async () => {
  const ranges: (readonly [number, number])[] = [];
  const [answer] = await all([query()], async (_, { start: from, end, step }) => {
    ranges.push([(from - start) / step, (end - start) / step]);
    return {
      total: [
        [from, 7],
        [end, Number.POSITIVE_INFINITY],
      ],
      bad: [[end, 0.5]],
    };
  });
  expect(ranges).toEqual([
    [313, 600],
    [25, 312],
    [1, 24],
  ]);
  const [total, bad] = [floats(answer?.total), floats(answer?.bad)];
  expect([total.length, bad.length, answer?.cut]).toEqual([600, 600, false]);
  const known = (values: number[]) => values.flatMap((value, at) => (Number.isNaN(value) ? [] : [at]));
  expect([known(total), known(bad)]).toEqual([
    [0, 24, 312],
    [23, 311, 599],
  ]);
});

it("end where the time is over or an earlier day is refused, and share the time", async () => {
  let time = 0;
  const slow: ReadRange = async (_, { end }, timeout_ms) => {
    time += Math.min(5_000, timeout_ms);
    return { total: [[end, 1]], bad: [[end, 0]] };
  };
  const [one, other, late] = await all(
    [query(), query({ id: "range_2" }), query({ id: "range_3" })],
    slow,
    () => time,
  );
  expect([one?.cut, floats(one?.total)[599], floats(one?.total)[311]]).toEqual([true, 1, 1]);
  expect([other?.cut, floats(other?.total)[599]]).toEqual([true, 1]);
  expect(late).toMatchObject({ id: "range_3", cut: true });

  let days = 0;
  const refusing: ReadRange = async (_, { end }) => {
    days += 1;
    if (days === 2) throw new EngineProblem("no more than a day");
    return { total: [[end, 1]], bad: [[end, 0]] };
  };
  expect((await all([query()], refusing))[0]).toMatchObject({ cut: true, total: expect.any(String) });
});

it("say why there are no figures", async () => {
  const refused: ReadRange = () => Promise.reject(new EngineProblem("the engine answered\nHTTP 422"));
  expect(await all([query()], refused)).toEqual([
    { id: "range_1", cut: true, error: "the engine answered HTTP 422" },
  ]);
  expect((await all([query()], undefined))[0]?.error).toContain("--query-url");
  expect((await all([query({ within_seconds: 1 })], refused))[0]?.error).toContain("no time");
});

it("are sent as a form, and read as Prometheus answers them", async () => {
  const sent: unknown[] = [];
  let text = JSON.stringify({
    data: {
      resultType: "matrix",
      result: [
        { metric: { orgconfig_figure: "bad" }, values: [[300, "0.5"]] },
        { metric: { orgconfig_figure: "total" }, values: [[300, "NaN"]] },
      ],
    },
  });
  const read = createRanges({
    request: async (...given) => {
      sent.push(given);
      return { status: 200, headers: {}, text };
    },
    json: () => Promise.reject(new Error("not asked")),
    quote: (said) => said,
  });
  const range = { start: 300, end: 600, step: 300 };
  expect(await read("a + b", range, 1_000)).toEqual({ total: [[300, Number.NaN]], bad: [[300, 0.5]] });
  const type = "application/x-www-form-urlencoded";
  expect(sent).toEqual([
    ["POST", "/api/v1/query_range", { type, text: "query=a+%2B+b&start=300&end=600&step=300" }, 1_000],
  ]);
  for (text of ["<html>", "{}", '{"data": {"resultType": "vector", "result": []}}'])
    await expect(read("a", range, 1_000)).rejects.toThrow("as Prometheus does");
});
