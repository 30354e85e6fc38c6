/**
 * What a history says that a row was, is what GET answered then, and what a restore makes of it again: for rows of
 * any kind, whatever was written.
 */
import { afterAll, beforeAll, expect } from "vitest";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { resources } from "../../src/resources/index.ts";
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

const writable = resources.filter(({ verbs }) => verbs.includes("create") || verbs.includes("update"));

law("is what was read after each write, and what a restore makes again", 8, async (draw) => {
  const tenant = await contract.tenant();
  const resource = draw.oneOf(writable);
  const { id, seen } = await liveOf(draw, tenant, resource);
  const versions = await versionsOf(tenant, resource.kind, id);
  expect(versions.map(({ configuration }) => configuration).reverse()).toEqual(seen);
  await restored(draw, tenant, resource, id, versions);
});

/** A plan that restores a version, where nothing stands against it, makes the row just that. */
async function restored(
  draw: Draw,
  { api, config }: ContractTenant,
  resource: Resource,
  id: string,
  versions: readonly ShownVersion[],
): Promise<void> {
  if (versions.length === 0) return;
  const { sequence, configuration } = draw.oneOf(versions);
  const path = `history/${resource.kind}/${encodeURIComponent(id)}/restore`;
  const { body: plan } = await api("POST", path, { body: { sequence } });
  if (plan.status !== "open") return;
  expect((await api("POST", `plans/${plan.id}/apply`, { body: {} })).status).toBe(200);
  const { status, body } = await config("GET", pathOf(resource, id));
  expect(status === 404 ? null : configurationIn(resource, body)).toEqual(configuration);
}

/** Writes to one row, as drawn, until it is deleted or enough was written; answers what was read after each. */
async function liveOf(draw: Draw, tenant: ContractTenant, resource: Resource) {
  const seen: (JsonObject | null)[] = [];
  let etag: string | undefined;
  const id = resource.shape === "setting" ? resource.kind : await create(draw, tenant, resource);
  const path = pathOf(resource, id);
  const look = async () => {
    const { body, headers } = await tenant.config("GET", path);
    if (headers.etag !== etag) seen.push(configurationIn(resource, body));
    etag = headers.etag;
  };
  if (resource.shape === "setting") etag = (await tenant.config("GET", path)).headers.etag;
  else await look();
  for (let left = draw.between(2, 6); left > 0; left -= 1) {
    if (resource.verbs.includes("delete") && seen.at(-1) !== null && draw.below(6) === 0) {
      expect((await tenant.config("DELETE", path)).status).toBe(200);
      seen.push(null);
      if (resource.derivedId === undefined) break;
    } else if (resource.verbs.includes("update")) {
      // What the kind's rules refuse makes no version.
      const { status } = await tenant.config("PUT", path, { body: await change(draw, tenant, resource) });
      if (status !== 404 && status !== 422) await look();
    }
  }
  return { id, seen };
}

async function create(draw: Draw, tenant: ContractTenant, resource: Resource): Promise<string> {
  const whole = await tenant.samples.body(resource);
  const path = resource.kind;
  const made: Answer = await tenant.config("POST", path, { body: some(draw, whole) });
  const { body } = made.status === 201 ? made : await tenant.config("POST", path, { body: whole });
  return body.id;
}

/** Some fields of another row of the kind, and null for some of the others. */
async function change(draw: Draw, tenant: ContractTenant, resource: Resource): Promise<JsonObject> {
  const other = await tenant.samples.body(resource);
  const movable = Object.fromEntries(
    Object.entries(other).flatMap(([name, value]) => {
      const field = resource.fields[name];
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

function configurationIn({ fields }: Resource, row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const field = fields[name];
      return field !== undefined && isConfiguration(field);
    }),
  );
}
