import { describe, expect, it } from "vitest";
import { ticketImportRules } from "../../src/resources/ticket-import-rules.ts";
import { judge } from "./rules.ts";

const minimal = {
  name: "Outages",
  ticket_integration_id: "tkt_1",
  query: "project = OPS AND labels = outage",
  target: "incident",
};

describe("ticket_import_rules", () => {
  it("needs a name, an integration, a query and a target", () => {
    const { paths, row } = judge(ticketImportRules, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      service: null,
      severity_map: {},
      max_per_day: 50,
      enabled: true,
    });
    expect(judge(ticketImportRules, {}).paths).toEqual(["name", "ticket_integration_id", "query", "target"]);
  });

  it("takes every field", () => {
    const full = {
      ...minimal,
      query: "q".repeat(10_000),
      target: "alert",
      service: "checkout",
      severity_map: { Highest: "critical" },
      max_per_day: 1,
      enabled: false,
    };
    const { paths, row } = judge(ticketImportRules, full);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(full);
  });

  it.each([
    [{ ticket_integration_id: null }, "ticket_integration_id"],
    [{ query: "" }, "query"],
    [{ query: "q".repeat(10_001) }, "query"],
    [{ target: "ticket" }, "target"],
    [{ severity_map: ["critical"] }, "severity_map"],
    [{ max_per_day: 501 }, "max_per_day"],
  ])("refuses a tweak at the field it is in (case %#)", (tweak, path) => {
    expect(judge(ticketImportRules, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
