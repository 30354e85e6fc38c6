import { describe, expect, it } from "vitest";
import { alertInhibitions } from "../../src/resources/alert-inhibitions.ts";
import { judge } from "./rules.ts";

const minimal = {
  name: "Database down",
  source_matchers: ['alertname="DatabaseDown"'],
  target_matchers: ['severity="warning"'],
};

describe("alert_inhibitions", () => {
  it("needs a name and matchers of both sides", () => {
    const { paths, row } = judge(alertInhibitions, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({ ...minimal, enabled: true, equal: [], owning_team_id: null });
    expect(judge(alertInhibitions, {}).paths).toEqual(["name", "source_matchers", "target_matchers"]);
  });

  it.each([
    [{ source_matchers: [] }, "source_matchers"],
    [{ target_matchers: [] }, "target_matchers"],
    [{ target_matchers: ["severity~warning"] }, "target_matchers[0]"],
    [{ equal: [""] }, "equal[0]"],
    [{ equal: ["cluster", "region", "cluster"] }, "equal[2]"],
    [{ source_matchers: ["a=1", "a=1"] }, "source_matchers[1]"],
    [{ target_matchers: ["a=1", "a=1"] }, "target_matchers[1]"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(alertInhibitions, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
