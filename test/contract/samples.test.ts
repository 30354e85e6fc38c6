/** The samples themselves: every kind takes them, and no hand-written rule among them is there for nothing. */
import { describe, expect, it } from "vitest";
import { isConfiguration, type Json } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import type { resources } from "../../src/resources/index.ts";
import { resourcesByKind } from "../../src/service.ts";
import { casesOf } from "../support/bounds.ts";
import { check } from "../support/checks.ts";
import { type ContractTenant, contractFor, kindsWith, settings } from "../support/contract.ts";
import { preparations, repairs } from "../support/sample-rules.ts";
import { repaired, same } from "../support/samples.ts";

const contract = contractFor(import.meta.url);
const written = [...kindsWith("create"), ...settings.filter(({ verbs }) => verbs.includes("update"))];

it.each(written.map(({ kind }) => kind))("%s takes twelve samples", async (kind) => {
  const resource = resourcesByKind[kind] as (typeof resources)[number];
  const { samples } = await contract().tenant();
  for (let i = 0; i < 12; i += 1) {
    const { sent, answer } = await samples.row(resource);
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.type === "secret")
        check(`${kind}.${name}_set`, answer.body[`${name}_set`], sent[name] !== null);
      else if (isConfiguration(field)) check(`${kind}.${name}`, answer.body[name], sent[name]);
    }
  }
});

describe("every exception is needed", () => {
  it.each(Object.keys(repairs))("the repair of %s", async (kind) => {
    const resource = resourcesByKind[kind];
    if (resource === undefined) return expect.fail(`there is no kind ${kind}: take its repair out`);
    const tenant = await contract().tenant();
    const refused = await firstRefused(tenant, resource);
    check(`${kind} refuses what its repair mends (${repairs[kind]?.reason})`, refused, 422);
  });

  it.each(Object.keys(preparations))("the preparation of %s", async (kind) => {
    const resource = resourcesByKind[kind];
    if (resource === undefined) return expect.fail(`there is no kind ${kind}: take its preparation out`);
    const { samples, config } = await contract().tenant();
    const answer = await config("POST", kind, { body: await samples.raw(resource) });
    check(`${kind} refuses what was not prepared for (${preparations[kind]?.reason})`, answer.status, 422);
  });
});

/** The status of the first body, of those that the repair would change, that is not accepted without it. */
async function firstRefused({ samples, config }: ContractTenant, resource: (typeof resources)[number]) {
  let last: number | undefined;
  for (let i = 0; i < 12; i += 1) {
    for (const body of await variants(samples, resource)) {
      if (same(repaired(resource, body), body)) continue;
      const method = resource.shape === "setting" ? "PUT" : "POST";
      last = (await config(method, resource.kind, { body })).status;
      if (last === 422) return last;
    }
  }
  return last;
}

/** A sample as it came, with each field another's, and with each at every bound of its own. */
async function variants(samples: ContractTenant["samples"], resource: (typeof resources)[number]) {
  const [one, other] = [await samples.raw(resource), await samples.raw(resource)];
  const start = repaired(resource, one);
  const bodies: JsonObject[] = [one];
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.type === "computed") continue;
    const bounds = casesOf(field, name, one[name] ?? null).filter(({ accepted }) => accepted);
    for (const value of [other[name] as Json, ...bounds.map(({ value }) => value)])
      bodies.push({ ...start, [name]: value });
    if (field.type === "secret") bodies.push({ ...start, [name]: null });
  }
  return bodies;
}
