/** Every kind's data sources and imports by natural key, by the provider itself against a service, without terraform. */
import { tmpdir } from "node:os";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { namingProblems } from "../../provider/data-sources/row.ts";
import { createProvider } from "../../provider/provider.ts";
import { type Diagnostic, DiagnosticsError } from "../../provider/wire/diagnostics.ts";
import type { Diagnostics } from "../../provider/wire/provider.ts";
import { type ObjectValue, UNKNOWN, type Value } from "../../provider/wire/values.ts";
import { defaultOf, type ItemField } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { argumentName, terraformType } from "../../src/kernel/terraform.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { formatImportKey } from "../../src/surfaces/terraform/import-key.ts";
import { importKeyForm, pluralDataSourceSchema, pluralType } from "../../src/surfaces/terraform/schema.ts";
import { type ContractTenant, collections, contractFor, walked } from "../support/contract.ts";
import { expire } from "../support/expire.ts";

/** More than the samples make of any kind. */
const cap = 20;
const contract = contractFor(import.meta.url, { ORGCONFIG_LIST_CAP: String(cap) });
const requests: string[] = [];
let endpoint: string;
/** For all kinds, because the rows that samples point at take the longest to make. */
let shared: ContractTenant;

beforeAll(async () => {
  const { server } = contract().service;
  server.addHook("onRequest", async ({ method, url }) => void requests.push(`${method} ${url}`));
  endpoint = await server.listen({ host: "127.0.0.1", port: 0 });
  shared = await contract().tenant();
});
beforeEach(() => {
  requests.length = 0;
});

const { signal } = new AbortController();

/** A provider that was just started for the tenant, as for one plan. */
async function started(tenant: ContractTenant) {
  const provider = createProvider(definitions, {
    ORGCONFIG_ENDPOINT: endpoint,
    ORGCONFIG_API_KEY: tenant.key.value,
    TF_DATA_DIR: tmpdir(),
  });
  expect(await provider.configure({ config: {}, terraformVersion: "1.11.4", signal })).toEqual([]);
  requests.length = 0;
  return {
    read: async (type: string, config: ObjectValue) =>
      (await serverOf(provider.dataSources, type).read({ config, signal })).state,
    import: async (definition: Kind, id: string) =>
      (await serverOf(provider.resources, terraformType(definition)).import({ id, signal })).state,
  };
}

function serverOf<T>(servers: Readonly<Record<string, T>>, type: string): T {
  const found = servers[type];
  if (found === undefined) throw new Error(`there is no ${type}`);
  return found;
}

async function diagnosticsOf(work: Promise<unknown>): Promise<Diagnostics> {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(DiagnosticsError);
  return (error as DiagnosticsError).diagnostics;
}

const typeOf = (definition: Kind) => pluralType(definition) as string;
const keyOf = ({ naturalKey }: Kind, row: JsonObject): ObjectValue =>
  Object.fromEntries(naturalKey.map((name) => [argumentName(name), row[name] as string]));
const importIdOf = ({ naturalKey }: Kind, row: JsonObject) =>
  formatImportKey(naturalKey.map((name) => String(row[name])));

test("rows are filtered by what the API's lists take, and by nothing else", () => {
  const { paths, components } = JSON.parse(contract().service.description);
  for (const definition of collections) {
    const parameters: JsonObject[] = paths[`/api/v1/config/${definition.kind}`].get.parameters;
    const taken = parameters
      .map(
        (one): JsonObject =>
          one.name ? one : components.parameters[String(one.$ref).split("/").at(-1) ?? ""],
      )
      .filter((one) => one.in === "query")
      .map(({ name }) => String(name));
    const { attributes } = pluralDataSourceSchema(definition);
    const filters = Object.keys(attributes).filter((name) => attributes[name]?.optional);
    expect(filters).toEqual(taken.filter((name) => name !== "etags").map(argumentName));
  }
});

test("a row is named by its id or its whole key, and by one of them", () => {
  for (const definition of collections) {
    const needed = definition.naturalKey
      .filter((name) => (defaultOf(definition.fields[name] as ItemField) ?? null) === null)
      .map(argumentName);
    const [first = ""] = needed;
    const each = (value: Value): ObjectValue =>
      Object.fromEntries(needed.map((argument) => [argument, value]));
    const all = each("x");
    const unknown = each(UNKNOWN);
    const fine: readonly ObjectValue[] = [
      all,
      unknown,
      { id: "x" },
      { id: UNKNOWN },
      { id: UNKNOWN, ...all },
      { id: "x", ...unknown },
    ];
    for (const config of fine) expect(namingProblems(definition, config)).toEqual([]);
    expect(namingProblems(definition, { id: "x", ...all })).toMatchObject([{ path: [first] }]);
    const [nothing] = namingProblems(definition, {});
    expect(nothing?.path).toBeUndefined();
    expect(nothing?.detail).toContain(needed.join(" and "));
    for (const missing of needed.slice(1)) {
      const [problem] = namingProblems(definition, { ...all, [missing]: null });
      expect(problem?.path).toEqual([first]);
      expect(problem?.detail).toContain(`write ${missing} too`);
      expect(namingProblems(definition, { ...all, [missing]: UNKNOWN })).toEqual([]);
    }
  }
});

test.each(walked(collections).map(({ kind }) => kind))(
  "%s are found, listed, filtered and imported",
  async (kind) => {
    const definition = definitionsByKind[kind] as Kind;
    const type = terraformType(definition);
    await shared.samples.row(definition);
    await shared.samples.row(definition);
    const rows: readonly JsonObject[] = (await shared.config("GET", kind)).body.data;
    const ids = rows.map(({ id }) => id);

    const provider = await started(shared);
    const { [kind]: listed, ...rest } = await provider.read(typeOf(definition), {});
    expect(rest).toEqual({ ids });
    for (const [index, row] of rows.entries()) {
      const key = keyOf(definition, row);
      const byId = await provider.read(type, { id: String(row.id) });
      expect(byId).toMatchObject({ id: row.id, ...key });
      expect(await provider.read(type, key)).toEqual(byId);
      expect((listed as readonly ObjectValue[])[index]).toEqual(byId);
      expect(await provider.import(definition, importIdOf(definition, row))).toMatchObject({
        id: row.id,
        ...key,
      });
      expect(await provider.import(definition, String(row.id))).toMatchObject({ id: row.id, ...key });
    }
    // The list answered every one of them.
    expect(requests).toEqual([`GET /api/v1/config/${kind}?etags=true`]);

    const [row = {}] = rows;
    for (const name of definition.naturalKey) {
      const query = new URLSearchParams({ [name]: String(row[name]) });
      const { body } = await shared.config("GET", `${kind}?${query}`);
      // From the list that is there, and by a request of its own.
      for (const each of [provider, await started(shared)]) {
        const found = await each.read(typeOf(definition), { [argumentName(name)]: row[name] as string });
        expect(found.ids).toEqual(body.data.map(({ id }: JsonObject) => id));
      }
    }
    expect(await provider.read(typeOf(definition), { managed_by: "" })).toMatchObject({
      managed_by: "",
      ids,
    });
    expect((await provider.read(typeOf(definition), { managed_by: "nobody" })).ids).toEqual([]);
  },
);

test.each(walked(collections).map(({ kind }) => kind))(
  "what no row of %s has is reported with what to write",
  async (kind) => {
    const definition = definitionsByKind[kind] as Kind;
    const type = terraformType(definition);
    const key = definition.naturalKey.map((name) =>
      definition.fields[name]?.type === "integer" ? "1" : "/nothing",
    );
    const config = Object.fromEntries(
      definition.naturalKey.map((name, index) => [argumentName(name), key[index] as string]),
    );
    const provider = await started(shared);
    const [byKey] = await diagnosticsOf(provider.read(type, config));
    expect(byKey?.path).toEqual([argumentName(definition.naturalKey[0] ?? "")]);
    for (const part of key) expect(byKey?.detail).toContain(`"${part}"`);
    const [byId] = await diagnosticsOf(provider.read(type, { id: "." }));
    expect(byId).toMatchObject({ path: ["id"], detail: expect.stringContaining('id "."') });
    expect(byId?.detail).toContain(
      `write ${definition.naturalKey.map(argumentName).join(" and ")} in place of id`,
    );

    const text = formatImportKey(key);
    const [notFound] = await diagnosticsOf(provider.import(definition, text));
    expect(notFound?.summary).toBe(`There is no ${type} "${text}" to import`);
    expect(notFound?.detail).toContain(`written ${importKeyForm(definition)};`);
    if (definition.idPrefix !== "")
      expect(notFound?.detail).toContain(`by its id (${definition.idPrefix}_…)`);
    for (const name of definition.naturalKey) {
      const field = definition.fields[name];
      if (field?.type !== "text" || !field.nullable) continue;
      expect(notFound?.detail).toContain(`A row without ${name} is imported by its id.`);
    }
    const [malformed] = await diagnosticsOf(provider.import(definition, "100%"));
    expect(malformed?.detail).toContain("%25");
  },
);

test("a name that is nearly one brings the one that was meant", async () => {
  const tenant = await contract().tenant();
  await tenant.config("POST", "teams", { body: { name: "Platform" } });
  const provider = await started(tenant);
  const [read] = await diagnosticsOf(provider.read("orgconfig_team", { name: "platfrm" }));
  expect(read?.detail).toBe('No row of teams has name "platfrm". Did you mean name "Platform"?');
  const [imported] = await diagnosticsOf(provider.import(definitionsByKind.teams as Kind, "platfrm"));
  expect(imported?.detail).toContain('no row with this id or natural key. Did you mean "Platform"?');
  const [strange] = await diagnosticsOf(provider.read("orgconfig_team", { name: "something else" }));
  expect(strange?.detail).toBe('No row of teams has name "something else".');
});

test("a list that was cut off is an error, and what is behind its end is found by itself", async () => {
  const tenant = await contract().tenant();
  for (let count = 0; count <= cap; count += 1)
    await tenant.config("POST", "teams", { body: { name: `team ${count}` } });
  const provider = await started(tenant);
  const [problem] = await diagnosticsOf(provider.read("orgconfig_teams", {}));
  expect(problem?.detail).toContain(`One list of the service gives ${cap} rows of teams`);
  expect(problem?.detail).toContain("Narrow it by name or managed_by");
  const last = await provider.read("orgconfig_team", { name: `team ${cap}` });
  expect(await provider.import(definitionsByKind.teams as Kind, `team ${cap}`)).toMatchObject({
    id: last.id,
  });
  expect((await provider.read("orgconfig_teams", { name: `team ${cap}` })).ids).toEqual([last.id]);
});

test("an id wins over a natural key that reads like it", async () => {
  const tenant = await contract().tenant();
  const teams = definitionsByKind.teams as Kind;
  const { body: first } = await tenant.config("POST", "teams", { body: { name: "first" } });
  const { body: second } = await tenant.config("POST", "teams", { body: { name: first.id } });
  const provider = await started(tenant);
  expect(await provider.import(teams, first.id)).toMatchObject({ id: first.id });
  await tenant.config("DELETE", `teams/${first.id}`);
  expect(await (await started(tenant)).import(teams, first.id)).toMatchObject({ id: second.id });
});

test("of rows that have had one key the one that has it is meant, and without such a row all are reported", async () => {
  const tenant = await contract().tenant();
  const mutes = definitionsByKind.alert_mutes as Kind;
  const body = { pattern: "*checkout*", reason: "migration", duration_minutes: 60 };
  const made: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    if (count > 0) await expire(contract(), tenant, mutes, made.at(-1) as string, "1 minute");
    const { id } = (await tenant.config("POST", "alert_mutes", { body })).body;
    made.push(id);
  }
  const current = { id: made[2] };
  const provider = await started(tenant);
  expect(await provider.read("orgconfig_alert_mute", { pattern: body.pattern })).toMatchObject(current);
  expect(await provider.import(mutes, body.pattern)).toMatchObject(current);
  expect((await provider.read("orgconfig_alert_mutes", { pattern: body.pattern })).ids).toEqual(
    made.toReversed(),
  );
  await expire(contract(), tenant, mutes, made[2] as string, "1 minute");
  const later = await started(tenant);
  const [problem] = await diagnosticsOf(later.import(mutes, body.pattern));
  expect(problem?.summary).toBe('"*checkout*" stands for several rows of alert_mutes');
  const [refused] = await diagnosticsOf(later.read("orgconfig_alert_mute", { pattern: body.pattern }));
  expect(refused?.path).toEqual(["pattern"]);
  expect(refused?.summary).toBe("Several rows of alert_mutes have had this key");
  expect(refused?.detail).toContain("Write the id of the one that is meant in place of pattern.");
  for (const id of made)
    for (const { detail } of [problem, refused] as Diagnostic[]) expect(detail).toContain(id);
  for (const id of made.slice(1)) await tenant.config("DELETE", `alert_mutes/${id}`);
  // One that is alone can be no other, though it has run out.
  expect(await (await started(tenant)).read("orgconfig_alert_mute", { pattern: body.pattern })).toMatchObject(
    {
      id: made[0],
    },
  );
});
