/** What an address fills in of a new row. */
import { expect, it } from "vitest";
import { namingField, prefilledFrom } from "../../console/forms/prefilled.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsOf } from "../../src/surfaces/console/definitions.ts";

const { kinds } = definitionsOf(definitions, []);
const kind = (name: string) => {
  const found = kinds.find((one) => one.kind === name);
  if (found === undefined) throw new Error(name);
  return found;
};

it.each([
  [
    "synthetic_checks",
    { service: "a/b & c", kind: "http", interval_seconds: "30", muted: "true" },
    { service: "a/b & c", kind: "http", interval_seconds: 30, muted: true },
  ],
  ["slos", { target_percent: "99.95", sli_id: "sli_1" }, { target_percent: 99.95, sli_id: "sli_1" }],
  ["compliance_periods", { services: "checkout" }, { services: ["checkout"] }],
  ["alert_routes", { matchers: 'service="checkout"' }, { matchers: ['service="checkout"'] }],
])("fills in %s by %j", (name, search, filled) => {
  expect(prefilledFrom(kind(name), search)).toEqual(filled);
});

it.each([
  ["another name than a field's", { colour: "red", from: "chk_1", constructor: "x" }],
  ["a choice that there is not", { kind: "icmp" }],
  ["no number", { interval_seconds: "often", timeout_ms: " " }],
  ["neither true nor false", { muted: "maybe" }],
  ["a secret, or what nobody sets", { auth_header: "Bearer x", status: "down" }],
  ["what a text cannot say", { headers: "a: b" }],
])("passes over %s", (_, search) => {
  expect(prefilledFrom(kind("synthetic_checks"), search)).toEqual({});
});

it("knows the field in which a kind names a service", () => {
  expect(["slos", "compliance_periods", "teams"].map((name) => namingField(kind(name)))).toEqual([
    "service",
    "services",
    undefined,
  ]);
});
