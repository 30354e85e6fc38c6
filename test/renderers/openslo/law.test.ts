/** What is exported as OpenSLO is valid, and reading it gives the same rows again. */
import { expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Json } from "../../../src/kernel/field.ts";
import type { Kind } from "../../../src/kernel/kind.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { openSloObjects, type WrittenKinds } from "../../../src/renderers/openslo/export.ts";
import { type Imported, importOpenSlo } from "../../../src/renderers/openslo/import.ts";
import { yamlOf } from "../../../src/renderers/openslo/yaml.ts";
import { dataSources } from "../../../src/resources/data-sources.ts";
import { severities } from "../../../src/resources/parts.ts";
import { slis } from "../../../src/resources/slis.ts";
import { slos } from "../../../src/resources/slos.ts";
import { judge } from "../../resources/rules.ts";
import { fc, runs } from "../../support/property.ts";
import { allKinds, idOf, type Organization, openSloRows, shop } from "./organization.ts";
import { openSloProblems } from "./schema.ts";

function exported(bodies: Organization, written: WrittenKinds = allKinds): Json[] {
  const text = [...openSloObjects(openSloRows(bodies), written)].map(yamlOf).join("");
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** Rows as they would be stored, references as the bundle has them. */
function completed(definition: Kind, bodies: readonly JsonObject[]): JsonObject[] {
  return bodies.map((body) => judge(definition, { ...body, ...idTexts(body) }).row.configuration);
}

function idTexts(body: JsonObject): JsonObject {
  const given = Object.entries(body).filter(([name, value]) => name.endsWith("_id") && value !== null);
  return Object.fromEntries(given.map(([name, value]) => [name, idOf(value)]));
}

function rowsOf({ entries }: Imported): Organization {
  const of = (kind: string) => entries.filter(({ resource }) => resource === kind).map(({ body }) => body);
  return { data_sources: of("data_sources"), slis: of("slis"), slos: of("slos") };
}

function expectSame(read: Organization, bodies: Organization): void {
  expect(completed(dataSources, read.data_sources)).toEqual(completed(dataSources, bodies.data_sources));
  expect(completed(slis, read.slis)).toEqual(completed(slis, bodies.slis));
  expect(completed(slos, read.slos)).toEqual(completed(slos, bodies.slos));
}

it("holds for a shop, whole or in part", () => {
  const whole = importOpenSlo(exported(shop));
  expect([whole.problems, whole.notes]).toEqual([[], []]);
  expectSame(rowsOf(whole), shop);
  for (const kind of ["data_sources", "slis", "slos"] as const) {
    const alone = importOpenSlo(exported(shop, new Set([kind])));
    expect([alone.problems, alone.notes]).toEqual([[], []]);
    expectSame(rowsOf(alone), { data_sources: [], slis: [], slos: [], [kind]: shop[kind] });
  }
});

/** Texts that have gone wrong elsewhere, next to any others. */
const strange = fc.constantFrom(
  ...["Zoë’s", "日本語", "a/b?c#d", "yes", "1e3", "1:30", "null", "~", "- x", "a: b # c", "__proto__"],
  ...["line\nline", " lead", "x\u0085y", "\u2028", "Checkout", "checkout", "check-out", "{{.window}}", "---"],
  "long ".repeat(40),
);
const name = fc
  .oneof(strange, fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }))
  // Blanks at its ends are no part of a name.
  .map((one) => one.trim())
  .filter((one) => one !== "" && isText(one));
const text = fc.oneof(strange, fc.string({ minLength: 1, maxLength: 30 })).filter(isText);

/** Whether our rows can hold it. */
function isText(written: string): boolean {
  return (
    judge(dataSources, { name: written, type: "custom", url: "https://a.example" }).problems.length === 0
  );
}

/** Numbers have six decimal places at most. */
const between = (min: number, max: number) =>
  fc.integer({ min: min * 1e6, max: max * 1e6 }).map((millionths) => millionths / 1e6);
const percent = fc.oneof(
  fc.constantFrom(99.9, 99.95, 99.999, 0.000001, 99.999999, 50),
  between(0, 100).filter((value) => value > 0 && value < 100),
);
const bound = fc.oneof(fc.integer(), between(-1_000, 1_000)).map((value) => value + 0);
const minutes = fc.oneof(fc.constantFrom(5, 30, 60, 360, 1_440, 4_320), fc.integer({ min: 1, max: 129_600 }));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });

const alert = fc
  .record({
    windows: fc.tuple(minutes, minutes),
    threshold: fc.oneof(fc.constantFrom(14.4, 6, 1, 0.000001, 999_999.5), between(1, 1_000)),
    severity: fc.constantFrom(...severities),
  })
  .map(({ windows: [a, b], ...rest }) => ({
    long_minutes: Math.max(a, b),
    short_minutes: Math.min(a, b),
    ...rest,
  }));

const source = fc.record({
  name,
  type: fc.constantFrom(...["prometheus", "loki", "elasticsearch", "opentelemetry", "cloudwatch", "custom"]),
  url: fc.constantFrom("https://a.example", "http://b.example:9090/x?y=1"),
  username: orNull(text),
  database: orNull(text),
  tls_skip_verify: fc.boolean(),
  timeout_ms: fc.integer({ min: 100, max: 60_000 }),
  options: fc.dictionary(fc.constantFrom("X-Scope-OrgID", "step", "yes"), text, { maxKeys: 2 }),
  connector_id: orNull(name.map((connector) => ({ name: connector }))),
});

const measure = fc.oneof(
  fc.record({ kind: fc.constant("ratio"), good_query: text, total_query: text }),
  fc.record({ kind: fc.constant("ratio"), bad_query: text, total_query: text }),
  fc.record({
    kind: fc.constant("threshold"),
    threshold_query: text,
    threshold_op: fc.constantFrom("lt", "lte", "gt", "gte"),
    threshold_value: bound,
  }),
);

const sli = fc
  .tuple(fc.record({ name, service: name, description: orNull(text) }), measure)
  .map(([named, measured]) => ({ ...named, ...measured }));

const slo = fc.record({
  name,
  service: name,
  target_percent: percent,
  window_days: fc.integer({ min: 1, max: 90 }),
  at_risk_percent: between(0, 100),
  burn_alerts: fc.array(alert, { maxLength: 4 }),
  team_id: orNull(name.map((team) => ({ name: team }))),
  enabled: fc.boolean(),
});

const keyOf = ({ service, name: named }: { service: string; name: string }) => `${service}\u0000${named}`;

const organization: fc.Arbitrary<Organization> = fc
  .record({
    sources: fc.uniqueArray(source, { minLength: 1, maxLength: 4, selector: (one) => one.name }),
    slis: fc.uniqueArray(sli, { minLength: 1, maxLength: 5, selector: keyOf }),
    slos: fc.uniqueArray(slo, { maxLength: 6, selector: keyOf }),
    picks: fc.array(fc.nat(), { minLength: 11, maxLength: 11 }),
  })
  .map(({ sources, slis: measures, slos: promises, picks }) => {
    const pick = <T>(list: readonly T[], index: number) => list[(picks[index] ?? 0) % list.length] as T;
    return {
      data_sources: sources,
      slis: measures.map((one, index) => ({ ...one, data_source_id: { name: pick(sources, index).name } })),
      slos: promises.map((one, index) => {
        const { service, name: named } = pick(measures, 5 + index);
        return { ...one, sli_id: { service, name: named } };
      }),
    };
  });

it("holds for any rows", () => {
  fc.assert(
    fc.property(organization, (bodies) => {
      const documents = exported(bodies);
      expect(openSloProblems(documents as never)).toEqual([]);
      const read = importOpenSlo(documents);
      expect([read.problems, read.notes]).toEqual([[], []]);
      expectSame(rowsOf(read), bodies);
    }),
    { numRuns: runs(1_000, 60) },
  );
});
