/** Lists, over every collection: order, cap, filters on the natural key, ETags. The cap is small here. */

import { describe, it } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, collections, contractFor } from "../support/contract.ts";
import type { SampleRow } from "../support/samples.ts";

const cap = 12;
const contract = contractFor(import.meta.url, { ORGCONFIG_LIST_CAP: String(cap) });

/** Names whose order by bytes is neither that of any language nor that of UTF-16. */
const names = [
  "b",
  "B",
  "a",
  "a b",
  "a.b",
  "Z",
  "_",
  "é",
  "e\u0308\u0323".normalize(),
  "\u{1f600}",
  "\ufb01",
  "~",
];

describe.each(collections.map(({ kind }) => kind))("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;

  it("is listed in its order, up to the cap", async () => {
    const tenant = await contract().tenant();
    check("empty", (await tenant.config("GET", kind)).body, listOf(tenant, []));
    const rows: JsonObject[] = [];
    for (let i = 0; i < cap; i += 1)
      rows.push(rowOf(await tenant.samples.row(definition, overrides(definition, i))));
    const sorted = inOrder(definition, rows);
    const before = await tenant.changes();
    const list = await tenant.config("GET", kind);
    check(`${kind} in order`, list.body, listOf(tenant, sorted));
    checkThat("has a weak ETag", /^W\/"[\w-]{22}"$/.test(list.headers.etag ?? ""), list.headers.etag);
    check("reading a list is not on record", await tenant.changes(), before);

    const one = rowOf(await tenant.samples.row(definition, overrides(definition, cap)));
    // With the row come those that it points at, so that what is read from here on counts from here.
    const after = await tenant.changes();
    const all = inOrder(definition, [...rows, one]);
    const cut = await tenant.config("GET", kind);
    check(`${kind} past the cap`, cut.body, { ...listOf(tenant, all.slice(0, cap)), truncated: true });
    await checkFilters(tenant, definition, all);
    const withTags = await tenant.config("GET", `${kind}?etags=true`);
    check(
      "etags of the rows shown",
      Object.keys(withTags.body.etags).sort(),
      all
        .slice(0, cap)
        .map(({ id }) => id)
        .sort(),
    );
    for (const [id, etag] of Object.entries(withTags.body.etags)) {
      const read = await tenant.config("GET", `${kind}/${encodeURIComponent(id)}`);
      check(
        "an ETag of the list",
        [etag, withTags.body.data.find((row: JsonObject) => row.id === id)],
        [read.headers.etag, read.body],
      );
    }
    check("and no etags unasked", (await tenant.config("GET", `${kind}?etags=false`)).body, cut.body);
    for (const query of ["etags=1", "etags", "etags=TRUE", "etags=true&etags=true"]) {
      const answer = await tenant.config("GET", `${kind}?${query}`);
      check(query, [answer.status, answer.body.field], [422, "etags"]);
    }
    check("reading on is not on record either", await tenant.changes(), after);
  });
});

/** Each filter alone, all together, and none that matches; each finds a row wherever it stands. */
async function checkFilters(
  { config, organization }: ContractTenant,
  definition: Kind,
  rows: readonly JsonObject[],
) {
  const { kind, naturalKey } = definition;
  const find = async (filters: JsonObject) => {
    const texts = Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]);
    const query = new URLSearchParams(texts);
    return config("GET", `${kind}?${query}`);
  };
  for (const row of [rows.at(-1), rows[0], rows[5]] as JsonObject[]) {
    const key = Object.fromEntries(naturalKey.map((name) => [name, row[name] as Json]));
    if (Object.values(key).includes(null)) continue;
    check(`${kind} by its whole key`, (await find(key)).body.data, [row]);
    for (const name of naturalKey) {
      const answer = await find({ [name]: key[name] as Json });
      const expected = rows.filter((other) => other[name] === row[name]);
      check(
        `${kind} by ${name}`,
        [answer.body.data, answer.body.truncated],
        [expected.slice(0, cap), expected.length > cap],
      );
      const field = definition.fields[name];
      if (field?.type === "text" && field.format === "email") {
        const shouted = await find({ ...key, [name]: String(key[name]).toUpperCase() });
        check(`${kind} by ${name} in capitals`, shouted.body.data, [row]);
      }
      const twice = await config("GET", `${kind}?${name}=a&${name}=b`);
      check(`${kind} by ${name} twice`, [twice.status, twice.body.field], [422, name]);
    }
    for (const [name] of Object.entries(key)) {
      for (const value of ["nothing is called so", "", "%", "*", "null", `${String(key[name])} `]) {
        const answer = await find({ ...key, [name]: value });
        check(`${kind} by ${name} = ${JSON.stringify(value)}`, [answer.status, answer.body.data], [200, []]);
      }
    }
    const withTags = await find({ ...key, etags: true });
    check("with etags", Object.keys(withTags.body.etags), [row.id]);
  }
  for (const other of Object.keys(definition.fields).filter((name) => !naturalKey.includes(name))) {
    const answer = await config("GET", `${kind}?${other}=x`);
    check(`${kind} by ${other}`, [answer.status, answer.body.field], [422, other]);
  }
  checkThat("the list names its organization", organization.name !== "");
}

function listOf({ organization: { id, slug, name } }: ContractTenant, data: readonly JsonObject[]) {
  return { organization: { id, slug, name }, data, truncated: false };
}

/** Names that are hard to sort, in the first part of the key that takes any text; positions that tie. */
function overrides(definition: Kind, index: number): JsonObject {
  const free = definition.naturalKey.find((name) => {
    const field = definition.fields[name];
    return field?.type === "text" && (field.format === undefined || field.format === "service");
  });
  return {
    ...(free === undefined ? {} : { [free]: names[index] ?? "\u{10ffff}last" }),
    // Two digits next to one, so that numbers sorted as text would show.
    ...(definition.order === "position" ? { position: [10, 9, 2, 100, 0][index % 5] as number } : {}),
  };
}

function inOrder(definition: Kind, rows: readonly JsonObject[]): JsonObject[] {
  if (definition.order === "newest_first") return [...rows].reverse();
  return [...rows].sort(
    (a, b) =>
      (definition.order === "position" ? Number(a.position) - Number(b.position) : 0) ||
      byKey(definition, a, b),
  );
}

function byKey(definition: Kind, a: JsonObject, b: JsonObject): number {
  for (const name of definition.naturalKey) {
    const order = Buffer.compare(Buffer.from(String(a[name])), Buffer.from(String(b[name])));
    if (order !== 0) return order;
  }
  return 0;
}

/** The row without what its write says of it. */
function rowOf({ answer }: SampleRow): JsonObject {
  const { warnings: _, ...row } = answer.body;
  return row;
}
