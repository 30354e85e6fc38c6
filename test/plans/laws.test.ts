/**
 * What holds of plans over any organization. Each case is an organization of its own, drawn at random from all
 * kinds; `npm run test:properties` draws many more.
 */
import { expect } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { importOpenSlo } from "../../src/renderers/openslo/import.ts";
import { definitions } from "../../src/resources/index.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";
import { law } from "../support/property.ts";
import { nextSerial, same } from "../support/samples.ts";
import { secretOf } from "../support/values.ts";
import { bundleOf, grow, keyOf, kindOf, type Rows, rowsOf } from "./drawn.ts";
import { type Bundle, type Plan, plannerOf, unordered } from "./support.ts";

const contract = contractFor(import.meta.url);

const rowsEach = 14;

const nothing = { create: 0, update: 0, delete: 0, adopt: 0, detach: 0 };

law("planning an export changes nothing", 5, async (draw) => {
  const tenant = await contract().tenant();
  await grow(tenant, draw, rowsEach);
  const planner = plannerOf(tenant.api);
  const exported = await planner.exported();
  const expectNothing = ({ changes, summary }: Plan) => {
    expect(changes).toEqual([]);
    expect(summary).toMatchObject(nothing);
  };
  expectNothing(await planner.open(exported));
  expectNothing(await planner.open(bundleOf(await rowsOf(tenant.config))));
  const whole = { set: "everything", prune: "delete" } as const;
  const adopted = await planner.open(exported, { ...whole, adopt: true });
  expect([...new Set(adopted.changes.map(({ action }) => action))]).toEqual(["adopt"]);
  await planner.apply(adopted.id);
  expectNothing(await planner.open(await planner.exported(), whole));
  expectNothing(await planner.open(await planner.exported(), { ...whole, adopt: true }));
  expect((await tenant.api("GET", "plans/drift?set=everything")).body.drifted).toBe(false);
});

law("importing an OpenSLO export changes nothing", 3, async (draw) => {
  const tenant = await contract().tenant();
  const wanted = ["slos", "slis", "data_sources", "connectors", "teams"];
  await grow(tenant, draw, rowsEach, ({ kind }) => wanted.includes(kind));
  const planner = plannerOf(tenant.api);
  for (const kinds of ["slos,slis,data_sources", draw.oneOf(["slos", "slis", "data_sources"])]) {
    const { text } = await tenant.config("GET", `export?format=openslo&resource=${kinds}`);
    const read = importOpenSlo(parseAllDocuments(text).map((document) => document.toJS()));
    expect([read.problems, read.notes]).toEqual([[], []]);
    const of = (kind: string) =>
      read.entries.flatMap((entry) => (entry.resource === kind ? [entry.body] : []));
    const bundle = Object.fromEntries(kinds.split(",").map((kind) => [kind, of(kind)]));
    const { summary, changes } = await planner.open(bundle);
    expect(changes).toEqual([]);
    expect(summary.unchanged).toBe(read.entries.length);
    const exported = (await tenant.config("GET", `export?format=json&resource=${kinds}`)).body;
    expect(read.entries.length).toBe(Object.values(exported).flat().length);
  }
});

law("an export applied in an empty organization exports the same", 5, async (draw) => {
  const [first, second] = [await contract().tenant(), await contract().tenant()];
  await grow(first, draw, rowsEach);
  const exported = await plannerOf(first.api).exported();
  await invite(second, exported);
  const planner = plannerOf(second.api);
  const bundle = withSecrets(renamed(exported, `page-${nextSerial()}`), await rowsOf(first.config));
  const made = await planner.bring(bundle);
  expect(made.summary).toMatchObject({ delete: 0, unchanged: 0 });
  expect(unordered(renamed(await planner.exported(), null))).toEqual(unordered(renamed(exported, null)));
});

/** Only members of an organization are in its teams. */
async function invite({ organization }: ContractTenant, { team_members = [] }: Bundle): Promise<void> {
  for (const { email } of team_members as { email: string }[])
    await makePerson(contract().database, organization.id, email);
}

/** Names that no two organizations share, a page's slug and host, replaced by others, or by none to compare. */
function renamed(bundle: Bundle, name: string | null): Bundle {
  const entries = definitions.flatMap(({ kind, serviceUnique, fields }): [string, Json][] => {
    const row = bundle[kind] as JsonObject | undefined;
    if (serviceUnique === undefined || row === undefined) return [];
    const shared = Object.entries(fields).filter(
      ([field, { type, ...rest }]) =>
        typeof row[field] === "string" &&
        (field === serviceUnique || (type === "text" && "format" in rest && rest.format === "domain")),
    );
    const other = (field: string) =>
      name === null ? null : field === serviceUnique ? name : `${name}.example.com`;
    return [[kind, { ...row, ...Object.fromEntries(shared.map(([field]) => [field, other(field)])) }]];
  });
  return { ...bundle, ...Object.fromEntries(entries) };
}

/** The bundle with a value for each secret that the organization has: an export holds none. */
function withSecrets(bundle: Bundle, rows: Rows): Bundle {
  const entries = Object.entries(bundle).map(([kind, listed]): [string, Json] => {
    const { shape, fields, naturalKey } = kindOf(kind);
    const secrets = Object.keys(fields).filter((name) => fields[name]?.type === "secret");
    const filled = (entry: JsonObject): JsonObject => {
      const row = rows[kind]?.find(
        (candidate) =>
          shape === "setting" || same(keyOf(kind, String(candidate.id), rows), pick(entry, naturalKey)),
      );
      const set = secrets.filter((name) => row?.[`${name}_set`] === true);
      return {
        ...entry,
        ...Object.fromEntries(set.map((name) => [name, secretOf(fields, kind, name, nextSerial())])),
      };
    };
    return [kind, Array.isArray(listed) ? listed.map(filled) : filled(listed as JsonObject)];
  });
  return Object.fromEntries(entries);
}

const pick = (row: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, row[name] as Json]));
