/** What updates of rows say of themselves in annotations, compared with what they do: a secret that is replaced is lost. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { makePerson } from "../support/people.ts";
import { createSamples, type Samples } from "../support/samples.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { type Held, holderOf } from "./hints.ts";

let app: TestService;
let tenant: Tenant;
let samples: Samples;
let held: Held;
beforeAll(async () => {
  // What the service does now and then by itself is no part of a call.
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  app = await startService();
  tenant = await app.makeTenant();
  samples = createSamples({
    definitions: definitionsByKind,
    config: tenant.config,
    join: (email) => makePerson(app.database, tenant.organization.id, email),
  });
  held = await holderOf(app, tenant.organization.id);
});
afterAll(() => {
  vi.useRealTimers();
  return app.close();
});

const updated = definitions.filter(({ verbs }) => verbs.includes("update"));

it.each(updated.map(({ kind }) => kind))("%s", async (kind) => {
  const definition = definitionsByKind[kind] as Kind;
  const { id, path } = await samples.row(definition);
  const { body } = await tenant.config("GET", path);
  const change = await someChange(definition, body);
  expect(change).not.toEqual({});
  const named = definition.shape === "setting" ? {} : { id };
  const confirm = definition.decides || definition.asks ? { confirm: true } : {};
  await held.hold(definition.actionNames.update, { ...named, ...change, ...confirm });
});

/** A change of a secret, where the kind has any. */
async function someChange(definition: Kind, now: JsonObject): Promise<JsonObject> {
  const { fields, oneDefault } = definition;
  const isSecret = (name: string) => fields[name]?.type === "secret";
  const names = Object.keys(fields).sort((one, other) => Number(isSecret(other)) - Number(isSecret(one)));
  for (const name of names) {
    if (fields[name]?.fixed || name === oneDefault?.field) continue;
    const change = await samples.moved(definition, now, name);
    if (change !== undefined) return change;
  }
  return {};
}

it("only kinds with secrets, and those whose alerts end with them, warn of a loss, and each loses one", () => {
  const ending = updated.filter(({ endsAlerts }) => endsAlerts).map(({ actionNames }) => actionNames.update);
  const others = [...held.seen].filter(([name]) => !ending.includes(name));
  const warning = others.filter(([name]) => held.tools.get(name)?.annotations.destructiveHint);
  const losing = others.filter(([, did]) => did.has("takes")).map(([name]) => name);
  expect(warning.map(([name]) => name)).toEqual(losing);
  expect(losing.length).toBeGreaterThan(5);
});
