import { describe, expect, it } from "vitest";
import { slis } from "../../src/resources/slis.ts";
import { judge } from "./rules.ts";

const common = { name: "availability", service: "checkout", data_source_id: "ds_1" };
const ratio = { ...common, kind: "ratio", good_query: "good", total_query: "all" };
const threshold = {
  ...common,
  kind: "threshold",
  threshold_query: "latency",
  threshold_op: "lte",
  threshold_value: 0.3,
};
const nothing = {
  good_query: null,
  bad_query: null,
  total_query: null,
  threshold_query: null,
  threshold_op: null,
  threshold_value: null,
  description: null,
};

describe("slis", () => {
  it.each([ratio, threshold])("fills in what a minimal row leaves out: %j", (minimal) => {
    const { row, paths } = judge(slis, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({ ...nothing, ...minimal });
  });

  it.each([
    [{ good_query: null, bad_query: "bad" }, []],
    [{ description: "Requests that were answered." }, []],
    [{ good_query: null }, ["good_query"]],
    [{ bad_query: "bad" }, ["bad_query"]],
    [{ total_query: null }, ["total_query"]],
    [{ good_query: null, total_query: null }, ["good_query", "total_query"]],
    [{ good_query: "" }, ["good_query"]],
    [{ good_query: "x".repeat(10_001) }, ["good_query"]],
    [{ threshold_query: "latency" }, ["threshold_query"]],
    [{ threshold_op: "lt", threshold_value: 0 }, ["threshold_op", "threshold_value"]],
    [{ kind: "average" }, ["kind"]],
    [{ data_source_id: null }, ["data_source_id"]],
    [{ service: "" }, ["service"]],
  ])("a ratio with %j has problems at %j", (tweak, expected) => {
    expect(judge(slis, { ...ratio, ...tweak }).paths).toEqual(expected);
  });

  it.each([
    [{ threshold_value: 0 }, []],
    [{ threshold_query: null }, ["threshold_query"]],
    [{ threshold_op: null }, ["threshold_op"]],
    [{ threshold_value: null }, ["threshold_value"]],
    [{ threshold_op: "le" }, ["threshold_op"]],
    [{ threshold_value: 0.1234567 }, ["threshold_value"]],
    [{ good_query: "good" }, ["good_query"]],
    [{ bad_query: "bad", total_query: "all" }, ["bad_query", "total_query"]],
  ])("a threshold with %j has problems at %j", (tweak, expected) => {
    expect(judge(slis, { ...threshold, ...tweak }).paths).toEqual(expected);
  });

  it("holds an update to the kind that the row has", () => {
    const before = judge(slis, ratio).row;
    expect(judge(slis, { good_query: null, bad_query: "bad" }, { before }).paths).toEqual([]);
    expect(judge(slis, { bad_query: "bad" }, { before }).paths).toEqual(["bad_query"]);
    expect(judge(slis, { total_query: null }, { before }).paths).toEqual(["total_query"]);
  });
});
