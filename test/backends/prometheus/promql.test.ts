import { describe, expect, it } from "vitest";
import { queryProblem } from "../../../src/backends/prometheus/promql.ts";
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
});
