/**
 * What a history says that a row was, is what GET answered then, and what a restore makes of it again: for rows of
 * any kind, whatever was written.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { type Contract, type ContractTenant, startContract } from "../support/contract.ts";
import { type Draw, law } from "../support/property.ts";
import { pathOf } from "../support/samples.ts";
import type { Answer } from "../support/service.ts";
import { type ShownVersion, versionsOf } from "./support.ts";

let contract: Contract;
beforeAll(async () => {
  contract = await startContract();
});
afterAll(() => contract.close());

const writable = definitions.filter(({ verbs }) => verbs.includes("create") || verbs.includes("update"));

law("is what was read after each write, and what a restore makes again", 8, async (draw) => {
  const tenant = await contract.tenant();
  const definition = draw.oneOf(writable);
  const { id, seen } = await liveOf(draw, tenant, definition);
  const versions = await versionsOf(tenant, definition.kind, id);
  expect(versions.map(({ configuration }) => configuration).reverse()).toEqual(seen);
  await restored(draw, tenant, definition, id, versions);
});

/** A plan that restores a version, where nothing stands against it, makes the row just that. */
async function restored(
  draw: Draw,
  { api, config }: ContractTenant,
  definition: Kind,
  id: string,
  versions: readonly ShownVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  const { sequence, configuration } = draw.oneOf(versions);
  const path = `history/${definition.kind}/${encodeURIComponent(id)}/restore`;
  const { body: plan } = await api("POST", path, { body: { sequence } });
  if (plan.status !== "open") return;
  expect((await api("POST", `plans/${plan.id}/apply`, { body: {} })).status).toBe(200);
  const { status, body } = await config("GET", pathOf(definition, id));
  expect(status === 404 ? null : configurationIn(definition, body)).toEqual(configuration);
}

/** Writes to one row, as drawn, until it is deleted or enough was written; answers what was read after each. */
async function liveOf(draw: Draw, tenant: ContractTenant, definition: Kind) {
  const seen: (JsonObject | null)[] = [];
  let etag: string | undefined;
  const id = definition.shape === "setting" ? definition.kind : await create(draw, tenant, definition);
  const path = pathOf(definition, id);
  const look = async () => {
    const { body, headers } = await tenant.config("GET", path);
    if (headers.etag !== etag) seen.push(configurationIn(definition, body));
    etag = headers.etag;
  };
  if (definition.shape === "setting") etag = (await tenant.config("GET", path)).headers.etag;
  else await look();
  for (let left = draw.between(2, 6); left > 0; left -= 1) {
    if (definition.verbs.includes("delete") && seen.at(-1) !== null && draw.below(6) === 0) {
      expect((await tenant.config("DELETE", path)).status).toBe(200);
      seen.push(null);
      if (definition.derivedId === undefined) break;
    } else if (definition.verbs.includes("update")) {
      // What the kind's rules refuse makes no version.
      const { status } = await tenant.config("PUT", path, { body: await change(draw, tenant, definition) });
      if (status !== 404 && status !== 422) await look();
    }
  }
  return { id, seen };
}

async function create(draw: Draw, tenant: ContractTenant, definition: Kind): Promise<string> {
  const whole = await tenant.samples.body(definition);
  const path = definition.kind;
  const made: Answer = await tenant.config("POST", path, { body: some(draw, whole) });
  const { body } = made.status === 201 ? made : await tenant.config("POST", path, { body: whole });
  return body.id;
}

/** Some fields of another row of the kind, and null for some of the others. */
async function change(draw: Draw, tenant: ContractTenant, definition: Kind): Promise<JsonObject> {
  const other = await tenant.samples.body(definition);
  const movable = Object.fromEntries(
    Object.entries(other).flatMap(([name, value]) => {
      const field = definition.fields[name];
      if (field === undefined || field.fixed) return [];
      const clears = (field.type === "secret" || field.nullable === true) && draw.below(4) === 0;
      return [[name, clears ? null : value]];
    }),
  );
  return some(draw, movable);
}

function some(draw: Draw, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(() => draw.either()));
}

function configurationIn({ fields }: Kind, row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const field = fields[name];
      return field !== undefined && isConfiguration(field);
    }),
  );
}
