/** What the export writes down is what makes the same rows again: for every kind, by its own create or update. */
import { expect, it } from "vitest";
import { isBundled } from "../../src/engine/plan/bundle-entry.ts";
import { dependencyOrder } from "../../src/engine/plan/order.ts";
import type { ItemField, Json } from "../../src/kernel/field.ts";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { isObject, type JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { check } from "../support/checks.ts";
import { type ContractTenant, contractFor } from "../support/contract.ts";
import { pathOf } from "../support/samples.ts";
import { secretMarker, secretOf } from "../support/values.ts";

const contract = contractFor(import.meta.url);
const inOrder = dependencyOrder(definitions).filter(isBundled);

type Bundle = Readonly<Record<string, JsonObject | readonly JsonObject[]>>;

it("is a plan of no change, and as it is what a plan takes", async () => {
  const { api, samples, config } = await contract().tenant();
  for (const definition of inOrder) await samples.row(definition);
  const { text } = await config("GET", "export?format=json");
  const plan = await api("POST", "plans", { body: `{"bundle": ${text}}` });
  const { status, summary, changes, problems } = plan.body;
  check("a plan of the export", [plan.status, status, changes, problems], [201, "open", [], []]);
  const entries = Object.values(JSON.parse(text)).flat().length;
  check("its entries", summary.unchanged, entries);
});

it("makes every row again after all of them were deleted", async () => {
  const tenant = await contract().tenant();
  for (const definition of inOrder) await tenant.samples.row(definition);
  const before = await bundleOf(tenant);
  expect(Object.keys(before)).toEqual(definitions.filter(isBundled).map(({ kind }) => kind));
  await clear(tenant);
  const ids = new Map<string, string>();
  for (const definition of inOrder) {
    const said = before[definition.kind] ?? [];
    for (const entry of Array.isArray(said) ? said : [said]) {
      const id = await write(tenant, definition, withIds(definition, entry, ids));
      ids.set(nameOf(definition.kind, keyOf(definition, entry)), id);
    }
  }
  const after = await bundleOf(tenant);
  for (const { kind } of inOrder) check(kind, after[kind], before[kind]);
});

async function bundleOf({ config }: ContractTenant): Promise<Bundle> {
  const { text, body } = await config("GET", "export?format=json");
  expect(text).not.toContain(secretMarker);
  return body;
}

/** Settings let go of the rows that they point at; then the rows go, those that are pointed at last. */
async function clear({ config }: ContractTenant): Promise<void> {
  for (const definition of inOrder.toReversed()) {
    if (definition.shape === "setting") {
      const references = Object.entries(definition.fields).filter(([, field]) => field.type === "reference");
      const body = Object.fromEntries(references.map(([name]) => [name, null]));
      check(`${definition.kind} let go`, (await config("PUT", definition.kind, { body })).status, 200);
    } else {
      for (const { id } of (await config("GET", definition.kind)).body.data)
        check(
          `${definition.kind} ${id} deleted`,
          (await config("DELETE", pathOf(definition, id))).status,
          200,
        );
    }
  }
}

/** A row that cannot do without a secret is given one: bundles hold none. */
async function write({ config }: ContractTenant, definition: Kind, body: JsonObject): Promise<string> {
  const send = (more: JsonObject) =>
    config(definition.shape === "setting" ? "PUT" : "POST", definition.kind, { body: { ...body, ...more } });
  let answer = await send({});
  const refused = String(answer.body.field);
  if (answer.status === 422 && definition.fields[refused]?.type === "secret")
    answer = await send({ [refused]: secretOf(definition.fields, definition.kind, refused, 1) });
  check(`${definition.kind} takes ${JSON.stringify(body)}: ${answer.text}`, answer.status < 300, true);
  return String(answer.body.id);
}

/** The entry with ids in the places of natural keys. */
function withIds({ fields }: Kind, entry: JsonObject, ids: ReadonlyMap<string, string>): JsonObject {
  const put = (field: ItemField, value: Json): Json => {
    if (field.type === "reference" && isObject(value)) return ids.get(nameOf(field.to, value)) ?? value;
    if (field.type === "list" && Array.isArray(value))
      return value.map((item: Json) => put(field.items, item));
    if (field.type === "object" && isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, put(field.fields[name] as ItemField, inner)]),
      );
    return value;
  };
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      const field = fields[name];
      if (field === undefined || !isConfiguration(field)) throw new Error(`${name} has no place in a bundle`);
      return [name, put(field, value)];
    }),
  );
}

function keyOf({ naturalKey }: Kind, entry: JsonObject): JsonObject {
  return Object.fromEntries(naturalKey.map((name) => [name, entry[name] ?? null]));
}

function nameOf(kind: string, key: JsonObject): string {
  return `${kind}/${JSON.stringify(key)}`;
}
