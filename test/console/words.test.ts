import { expect, it } from "vitest";
import { isForEngine, whyNotReplayed } from "../../console/parts/plans/words.ts";
import {
  fieldWords,
  introOf,
  measured,
  oneOf,
  phrase,
  tileLine,
  unitOf,
  words,
} from "../../console/parts/words.ts";
import type { Field, ItemField } from "../../src/kernel/field.ts";
import { asksEngine } from "../../src/kernel/replayed-slo.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsOf } from "../../src/surfaces/console/definitions.ts";

it("spells names and abbreviations as their owners do", () => {
  expect(["http", "azure_openai", "opentelemetry", "iso27001", "soc2_type1", "pci_dss"].map(words)).toEqual([
    "HTTP",
    "Azure OpenAI",
    "OpenTelemetry",
    "ISO 27001",
    "SOC 2 type 1",
    "PCI DSS",
  ]);
  expect(["alert_route", "slo", "openai_compatible", "throttled"].map(phrase)).toEqual([
    "alert route",
    "SLO",
    "OpenAI compatible",
    "throttled",
  ]);
});

it("calls one row by what its list is called", () => {
  const { kinds } = definitionsOf(definitions, []);
  const called = Object.fromEntries(kinds.map((definition) => [definition.kind, oneOf(definition)]));
  expect(called).toMatchObject({
    outbound_configs: "outbound target",
    deploy_policies: "deploy policy",
    slis: "SLI",
    ai_providers: "AI provider",
    slack_settings: "Slack",
  });
});

const shapeOf = (field: Field): ItemField | undefined =>
  field.type === "secret" ? undefined : field.type === "computed" ? field.shape : field;

it("says what a page is for in one line, and on a tile without saying what its rows are", () => {
  const { kinds } = definitionsOf(definitions, []);
  for (const definition of kinds) {
    const { kind, title, description } = definition;
    expect(introOf(description).length, kind).toBeLessThanOrEqual(160);
    const line = tileLine(title, description);
    expect(line, kind).toMatch(/^\p{Lu}.{10,90}[^.]$/u);
    expect(line, kind).not.toMatch(new RegExp(`^(?:An? ${oneOf(definition)}|These settings) `, "i"));
  }
  const routes = "An alert route says where matching alerts go. Routes are tried in order.";
  expect(tileLine("Alert routes", routes)).toBe("Where matching alerts go");
  expect(tileLine("Outbound rules", "An outbound rule escalates: alerts are sent again, and again.")).toBe(
    "Alerts are sent again",
  );
});

it("shows every number that has a unit with it", () => {
  const numbers = definitions.flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const shape = shapeOf(field);
      return shape === undefined || unitOf(name, shape) === undefined ? [] : [{ kind, name, shape }];
    }),
  );
  expect(numbers.length).toBeGreaterThan(10);
  const bare = numbers.filter(({ name, shape }) => /^\d+$/.test(measured(name, shape, 12)));
  expect(bare).toEqual([]);
});

it("says milliseconds everywhere in the same short way", () => {
  const timeouts = definitions.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => {
      const shape = shapeOf(field);
      return name.endsWith("_ms") && shape !== undefined ? [measured(name, shape, 12)] : [];
    }),
  );
  expect(new Set(timeouts)).toEqual(new Set(["12 ms"]));
});

it("says where in a row something stands as its form does, and never by its path", () => {
  const { kinds } = definitionsOf(definitions, []);
  const said = (kind: string, path: string) => {
    const definition = kinds.find((one) => one.kind === kind);
    if (definition === undefined) throw new Error(`there is no ${kind}`);
    return fieldWords(definition, path);
  };
  expect(said("alert_routes", "destinations[0].team_id")).toBe("Destination 1 · Team");
  expect(said("alert_routes", "matchers[2]")).toBe("Matcher 3");
  expect(said("alert_routes", "owning_team_id")).toBe("Owning team");
});

it("says why an SLO was not replayed without what a call sends or a command line has", () => {
  const own = { why: `it is new, so that no events of it are kept; ${asksEngine}` };
  expect([isForEngine(own), whyNotReplayed(own)]).toEqual([
    true,
    "it is new, so that no events of it are kept; its engine was not asked",
  ]);
  const other = { why: "its route was deleted" };
  expect([isForEngine(other), whyNotReplayed(other)]).toEqual([false, other.why]);
});
