import { describe, expect, it } from "vitest";
import { queryProblem } from "../../../src/renderers/prometheus/promql.ts";
import { needsCharacter } from "../../../src/renderers/prometheus/promql-literals.ts";
import { fc } from "../../support/property.ts";
import { queries, wrongQueries } from "./queries.ts";

describe("PromQL", () => {
  it("takes what Prometheus takes", () => {
    expect(queries.filter((query) => queryProblem(query, "2.42") !== undefined)).toEqual([]);
  });

  it("refuses what Prometheus refuses", () => {
    expect(wrongQueries.filter((query) => queryProblem(query, "2.42") === undefined)).toEqual([]);
  });

  it("refuses what would end the brackets that are put around it", () => {
    expect(queryProblem("up) or (up", "2.42")?.message).toBe('line 1, column 3: ")" is not expected here');
  });

  it("says the line and the column, in characters", () => {
    const query = 'sum(a) # 🎲\n  + sum(b{c="🎲"}[5m])';
    expect(queryProblem(query, "2.42")?.message).toBe(
      "line 2, column 9: argument 1 of sum has to be an instant vector, and this is a range vector",
    );
  });

  it("names a function that there is not", () => {
    expect(queryProblem("rates(up[5m])", "2.42")?.message).toBe(
      "line 1, column 6: Prometheus has no function rates",
    );
  });

  it("says from which version on a query is taken, and takes it there", () => {
    expect(queryProblem("histogram_avg(a)", "2.50.1")).toMatchObject({ minVersion: "2.51" });
    expect(queryProblem("histogram_avg(a)", "2.51.0")).toBeUndefined();
    expect(queryProblem('sum({"a.b"})', "2.55")).toMatchObject({ minVersion: "3.0" });
    expect(queryProblem('sum({"a.b", "c.d"="e"})', "3.0")).toBeUndefined();
    expect(queryProblem("rate(a[300]) > 1_000", "3.4.1")).toBeUndefined();
  });

  it("refuses what is nested without end, and reads the longest query soon", () => {
    for (const query of [
      "(".repeat(5_000),
      `${"(".repeat(4_998)}up${")".repeat(4_998)}`,
      `${"-".repeat(9_998)}up`,
    ])
      expect(queryProblem(query, "2.42")).toBeDefined();
    expect(queryProblem(`${"a".repeat(9_999)}!`, "2.42")).toBeDefined();
  });

  it("never takes a pattern for one that needs a character where the empty text matches", () => {
    const parts = [
      "a",
      ".",
      "|",
      "(",
      ")",
      "*",
      "?",
      "+",
      "[",
      "]",
      "[b]",
      "{0}",
      "{1,2}",
      "\\.",
      "^",
      "$",
      "(?:",
    ];
    const pattern = fc.array(fc.constantFrom(...parts), { maxLength: 6 }).map((drawn) => drawn.join(""));
    fc.assert(
      fc.property(pattern, (source) => {
        let regexp: RegExp;
        try {
          regexp = new RegExp(`^(?:${source})$`, "u");
        } catch {
          return true;
        }
        return !(needsCharacter(source) && regexp.test(""));
      }),
      { numRuns: 2_000 },
    );
  });
});
