import { describe, expect, it } from "vitest";
import { ticketIntegrations } from "../../src/resources/ticket-integrations.ts";
import { judge } from "./rules.ts";

const minimal = { kind: "jira", name: "Main", base_url: "https://acme.example.com", project_key: "OPS" };

describe("ticket_integrations", () => {
  it("needs a kind, a name, an address and a project", () => {
    const { paths, row } = judge(ticketIntegrations, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      issue_type: null,
      username: null,
      status_map: {},
      priority_map: {},
      create_on: [],
      max_per_day: 50,
      enabled: true,
    });
    expect(judge(ticketIntegrations, {}).paths).toEqual(["kind", "name", "base_url", "project_key"]);
  });

  it("takes every field", () => {
    const plain = {
      ...minimal,
      issue_type: "Bug",
      username: "robot@example.com",
      status_map: { Done: "resolved" },
      priority_map: { critical: "Highest" },
      create_on: ["alert_created", "slo_breach"],
      max_per_day: 500,
      enabled: false,
    };
    const { paths, row } = judge(ticketIntegrations, { ...plain, token: "t" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ token: true });
  });

  it.each([
    [{ kind: "trello" }, "kind"],
    [{ base_url: "acme.example.com" }, "base_url"],
    [{ project_key: "" }, "project_key"],
    [{ create_on: ["alert_created", "alert_closed"] }, "create_on[1]"],
    [{ max_per_day: 0 }, "max_per_day"],
    [{ max_per_day: 501 }, "max_per_day"],
    [{ status_map: { "": "resolved" } }, "status_map."],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(ticketIntegrations, { ...minimal, ...tweak }).paths).toEqual([path]);
  });
});
