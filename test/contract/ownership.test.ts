/**
 * Rows that a set owns, over every kind: reads name the set, lists filter by it, and nothing else of the row
 * moves with it. Writes past the set are done, and warned about.
 */
import { describe, expect, it } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { check, checkThat } from "../support/checks.ts";
import { type ContractTenant, contractFor, itWhere, walked } from "../support/contract.ts";
import type { SampleRow } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";

const contract = contractFor(import.meta.url);
const set = "Platform-repo/eu.1_a";

/** Kinds whose rows callers make; the others are in no set. */
const kinds = walked(definitions)
  .filter(({ verbs }) => verbs.includes("create") || verbs.includes("update"))
  .map(({ kind }) => kind);

describe.each(kinds)("%s", (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const has = (verb: "list" | "update" | "delete") => definition.verbs.includes(verb);

  it("names its set where it is read, and moves nothing by it", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    check("a new row is no set's", reported(row.answer), {});
    const before = await tenant.config("GET", row.path);
    const list = has("list") ? await tenant.config("GET", `${kind}?etags=true`) : undefined;
    const records = await tenant.changes();
    // Twice to a set and back to none: what was rendered once is kept, and must not keep a set with it.
    for (const owner of [set, "b", null, set, null]) {
      await give(tenant, row, owner);
      const headers = { "if-none-match": String(before.headers.etag) };
      const reads = [
        await tenant.config("GET", row.path),
        await tenant.config("HEAD", row.path),
        await tenant.config("GET", row.path, { headers }),
      ];
      check(
        `${kind} of ${owner}`,
        reads.map(reported),
        Array(3).fill(owner === null ? {} : { managedBy: owner }),
      );
      check(
        "statuses",
        reads.map(({ status }) => status),
        [200, 200, 304],
      );
      for (const { headers } of reads) check("the ETag", headers.etag, before.headers.etag);
      check("the row", reads[0]?.body, before.body);
      if (list === undefined) continue;
      check("the list", (await tenant.config("GET", `${kind}?etags=true`)).text, list.text);
    }
    check("nothing is on record", await tenant.changes(), records);
  });

  itWhere(has("list"))("is found by its set", async () => {
    const tenant = await contract().tenant();
    const [owned, other] = [await tenant.samples.row(definition), await tenant.samples.row(definition)];
    await give(tenant, owned, set);
    const all = (await tenant.config("GET", kind)).body.data.map(({ id }: JsonObject) => id);
    const find = async (query: JsonObject) => {
      const answer = await tenant.config(
        "GET",
        `${kind}?${new URLSearchParams(query as Record<string, string>)}`,
      );
      check("a list has neither header", reported(answer), {});
      return { ...answer, ids: answer.body.data.map(({ id }: JsonObject) => id) };
    };
    check(`${kind} of the set`, (await find({ managed_by: set })).ids, [owned.id]);
    const free = all.filter((id: string) => id !== owned.id);
    check(`${kind} of no set`, (await find({ managed_by: "" })).ids, free);
    for (const nobody of ["nobody", set.toLowerCase(), "%", "null", " ", "a\0b", "équipe"])
      check(`${kind} of ${JSON.stringify(nobody)}`, (await find({ managed_by: nobody })).ids, []);
    const twice = await tenant.config("GET", `${kind}?managed_by=a&managed_by=b`);
    check("twice", [twice.status, twice.body.field], [422, "managed_by"]);

    const tagged = await find({ managed_by: set, etags: "true" });
    check("with its ETag", tagged.body.etags, { [owned.id]: owned.answer.headers.etag });
    const keyOf = (row: SampleRow) =>
      Object.fromEntries(definition.naturalKey.map((name) => [name, String(row.answer.body[name])]));
    if (definition.naturalKey.some((name) => owned.answer.body[name] === null)) return;
    check("by key and set", (await find({ ...keyOf(owned), managed_by: set })).ids, [owned.id]);
    check("by another's key and set", (await find({ ...keyOf(other), managed_by: set })).ids, []);
  });

  itWhere(has("update"))("is changed past its set with a warning", async () => {
    const tenant = await contract().tenant();
    const row = await tenant.samples.row(definition);
    const change = await someChange(tenant, definition, row);
    await give(tenant, row, set);
    if (!definition.refusals?.empty) {
      const same = await tenant.config("PUT", row.path, { body: {} });
      check("what changes nothing is no drift", [same.status, reported(same)], [200, { managedBy: set }]);
    }
    const put = await tenant.config("PUT", row.path, { body: change });
    checkWarned(put, kind);
    check("and stays the set's", reported(await tenant.config("GET", row.path)), { managedBy: set });
    await give(tenant, row, null);
    const back = Object.fromEntries(Object.keys(change).map((name) => [name, row.sent[name] ?? null]));
    const free = await tenant.config("PUT", row.path, { body: back });
    check("a row of no set", reported(free), {});
  });

  itWhere(has("delete"))("is deleted past its set with a warning", async () => {
    const tenant = await contract().tenant();
    const [owned, free] = [await tenant.samples.row(definition), await tenant.samples.row(definition)];
    await give(tenant, owned, set);
    checkWarned(await tenant.config("DELETE", owned.path), kind);
    const gone = await tenant.config("DELETE", free.path);
    check("a row of no set", [gone.status, reported(gone)], [200, {}]);
  });

  itWhere(definition.oneDefault !== undefined)(
    "gives up the default past its set with a warning",
    async () => {
      const tenant = await contract().tenant();
      const { field, per } = definition.oneDefault as NonNullable<Kind["oneDefault"]>;
      const row = await tenant.samples.row(definition, { [field]: true });
      await give(tenant, row, set);
      const places = Object.fromEntries(per.map((name) => [name, row.answer.body[name]]));
      const next = await tenant.samples.row(definition, { ...places, [field]: true });
      check(`the next default: ${next.answer.text}`, reported(next.answer), {
        warnings: [warningOf(kind)],
      });
      check("and stays the set's", reported(await tenant.config("GET", row.path)), { managedBy: set });
    },
  );
});

it("changes by the set's own plan without a warning", async () => {
  const { api, config } = await contract().tenant();
  const kind = "status_page_components";
  const apply = async (rows: JsonObject[]) => {
    const plan = await api("POST", "plans", { body: { bundle: { [kind]: rows }, set, prune: "delete" } });
    expect(plan.body.problems, plan.text).toEqual([]);
    const applied = await api("POST", `plans/${plan.body.id}/apply`, { body: {} });
    expect([applied.status, reported(applied)], applied.text).toEqual([200, {}]);
    return applied.body.changes[0].id;
  };
  const path = `${kind}/${await apply([{ name: "API", description: "one" }])}`;
  expect(reported(await config("GET", path))).toEqual({ managedBy: set });
  await apply([{ name: "API", description: "two" }]);
  checkWarned(await config("PUT", path, { body: { description: "three" } }), kind);
  await apply([]);
  expect((await config("GET", path)).status).toBe(404);
});

it.each(["", "é", "a b", 'a"b', "a\nb", "x".repeat(256)])("is of no set called %j", async (name) => {
  const { api } = await contract().tenant();
  const refused = await api("POST", "plans", { body: { bundle: {}, set: name } });
  expect([refused.status, refused.body.field], refused.text).toEqual([422, "set"]);
});

it("warns of rows that go with another one", async () => {
  const tenant = await contract().tenant();
  const team = await tenant.samples.row(definitionsByKind.teams as Kind);
  const members = definitionsByKind.team_members as Kind;
  const places = [];
  for (let i = 0; i < 3; i += 1) places.push(await tenant.samples.row(members, { team_id: team.id }));
  await give(tenant, places[0] as SampleRow, set);
  await give(tenant, places[1] as SampleRow, set);
  await give(tenant, places[2] as SampleRow, "b");
  const gone = await tenant.config("DELETE", team.path);
  expect(gone.status, gone.text).toBe(200);
  expect(reported(gone)).toEqual({
    warnings: [warningOf("team_members"), warningOf("team_members"), warningOf("team_members", "b")].sort(),
  });
});

async function give({ organization }: ContractTenant, row: SampleRow, owner: string | null): Promise<void> {
  const [kind = ""] = row.path.split("/");
  await giveToSet(contract().database, organization.id, kind, row.id, owner);
}

type Said = readonly { resource: string; reason: string; message: string }[];

/** The set that the answer names as the row's owner, and of which rows it warns that they are of a set. */
function reported({ headers, warnings: said = [] }: Answer & { readonly warnings?: Said }): {
  managedBy?: string;
  warnings?: string[];
} {
  const owner = headers["x-managed-by"];
  const warnings = said
    .filter(({ reason }) => reason === "managed")
    .map(({ resource, message }) => `${resource} ${message}`)
    .sort();
  return {
    ...(owner === undefined ? {} : { managedBy: String(owner) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function warningOf(kind: string, owner = set): string {
  return `${kind} belongs to the set "${owner}"; this is drift there, and the set's next plan takes it back`;
}

function checkWarned(answer: Answer, kind: string): void {
  const warned = { managedBy: set, warnings: [warningOf(kind)] };
  check(`past the set: ${answer.text}`, [answer.status, reported(answer)], [200, warned]);
}

async function someChange(tenant: ContractTenant, definition: Kind, row: SampleRow): Promise<JsonObject> {
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.type === "computed" || field.type === "secret" || field.fixed) continue;
    if (name === definition.oneDefault?.field) continue;
    const change = await tenant.samples.moved(definition, row.sent, name);
    if (change !== undefined) return change;
  }
  checkThat(`some field of ${definition.kind} can be changed`, false);
  return {};
}
