import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { outboundConfigs } from "../../src/resources/outbound-configs.ts";
import { kinds, variants } from "../../src/resources/outbound-kinds.ts";
import { judge } from "./rules.ts";

const minimal = { name: "Pager", kind: "pagerduty" };
const url = "https://example.com/hook";
const address = "oncall@example.com";

describe("outbound_configs", () => {
  it("needs a name and a kind", () => {
    const { paths, row } = judge(outboundConfigs, minimal);
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual({
      ...minimal,
      url: null,
      address: null,
      recipient: null,
      format: "standard",
      severity_map: {},
      enabled: true,
    });
    expect(judge(outboundConfigs, {}).paths).toEqual(["name", "kind"]);
  });

  it("takes every field", () => {
    const more = { recipient: "room", format: "alertmanager" };
    const plain = { ...minimal, ...more, url, address, severity_map: { critical: "P1" }, enabled: false };
    const { paths, row } = judge(outboundConfigs, { ...plain, secret: "routing-key" });
    expect(paths).toEqual([]);
    expect(row.configuration).toEqual(plain);
    expect(row.secretsSet).toEqual({ secret: true });
  });

  it.each([
    ["pagerduty", []],
    ["opsgenie", []],
    ["slack", []],
    ["teams", []],
    ["servicenow", ["url"]],
    ["webhook", ["url"]],
    ["email", ["address"]],
    ["discord", []],
    ["google_chat", []],
    ["mattermost", []],
    ["rocketchat", []],
    ["pushover", []],
    ["telegram", ["recipient"]],
    ["webex", ["recipient"]],
    ["victorops", ["recipient"]],
    ["ntfy", ["url"]],
    ["gotify", ["url"]],
    ["incident_io", ["url"]],
    ["jira", ["url"]],
  ])("of the kind %s lacks %j when it names neither", (kind, paths) => {
    expect(judge(outboundConfigs, { ...minimal, kind }).paths).toEqual(paths);
    expect(judge(outboundConfigs, { ...minimal, kind, url, address, recipient: "room" }).paths).toEqual([]);
  });

  it("does not lose the target that its kind needs", () => {
    const webhook = judge(outboundConfigs, { ...minimal, kind: "webhook", url }).row;
    expect(judge(outboundConfigs, { url: null }, { before: webhook }).paths).toEqual(["url"]);
    const email = judge(outboundConfigs, { ...minimal, kind: "email", address }).row;
    expect(judge(outboundConfigs, { address: null }, { before: email }).paths).toEqual(["address"]);
  });

  it.each([
    [{ kind: "pager" }, "kind"],
    [{ url: "" }, "url"],
    [{ url: "ftp://example.com" }, "url"],
    [{ address: "oncall" }, "address"],
    [{ severity_map: { critical: 1 } }, "severity_map.critical"],
    [{ secret: "" }, "secret"],
    [{ last_delivery_at: null }, "last_delivery_at"],
  ])("refuses %j at %s", (tweak, path) => {
    expect(judge(outboundConfigs, { ...minimal, ...tweak }).paths).toEqual([path]);
  });

  it.each(kinds)("says of %s what its url is, and docs/alerts.md what it needs", (kind) => {
    const { description } = outboundConfigs.fields.url;
    if (variants[kind].fields.url !== undefined) expect(description.split(/\W+/)).toContain(kind);
    const page = readFileSync(new URL("../../docs/alerts.md", import.meta.url), "utf8");
    expect(page).toContain(`\n| \`${kind}\` `);
  });
});
