/**
 * Every kind through the real terraform: made, settled, changed, emptied, replaced, drifted, lost, imported,
 * destroyed. All kinds go through each step together, in one state, because starting terraform is what costs.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultOf, isConfiguration } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { resources } from "../../src/resources/index.ts";
import { makePerson } from "../support/people.ts";
import { nextSerial, pathOf, type Samples } from "../support/samples.ts";
import type { Tenant } from "../support/service.ts";
import { secretMarker, secretOf } from "../support/values.ts";
import { addressOf, blockOf, secretVariables } from "./hcl-of.ts";
import { breakGround, type Ground, type Space, saySkipped, skipped } from "./space.ts";

saySkipped("every kind through terraform");

/** Narrows a run while one kind is worked on. */
const chosen = process.env.KINDS?.split(",");
const kinds = resources.filter(({ kind }) => chosen?.includes(kind) ?? true);
const collections = kinds.filter(({ shape }) => shape === "collection");
const updatable = kinds.filter(({ verbs }) => verbs.includes("update"));
const isUpdatable = (resource: Resource) => updatable.includes(resource);

let ground: Ground;
let tenant: Tenant & { readonly samples: Samples };
let space: Space;
/** What each kind's block says now, and which version its secrets have. */
const bodies = new Map<Resource, JsonObject>();
const versions = new Map<Resource, number>();

async function configure(only: readonly Resource[] = kinds, extra = ""): Promise<void> {
  const blocks = only.map((resource) => {
    const secretVersion = versions.get(resource);
    return blockOf(
      resource,
      bodies.get(resource) ?? {},
      secretVersion === undefined ? {} : { secretVersion },
    );
  });
  const secrets = only
    .filter((resource) => versions.has(resource))
    .map((resource) => secretVariables(resource, bodies.get(resource) ?? {}));
  space.variables = Object.assign({}, ...secrets.map(({ values }) => values));
  await space.configure([...blocks, extra, ...secrets.map(({ blocks }) => blocks)].join("\n"));
}

async function idsOf(some: readonly Resource[]): Promise<Map<Resource, string>> {
  const { values } = JSON.parse(await space.succeed("show", "-json"));
  const entries = values.root_module.resources as { address: string; values: { id: string } }[];
  return new Map(
    some.map((resource) => [
      resource,
      entries.find(({ address }) => address === addressOf(resource))?.values.id ?? "",
    ]),
  );
}

/** The rows hold what the blocks say, and every field that they leave out its default. */
async function expectRows(): Promise<void> {
  const ids = await idsOf(kinds);
  for (const resource of kinds) {
    const { body, status } = await tenant.config("GET", pathOf(resource, ids.get(resource) as string));
    expect(status, resource.kind).toBe(200);
    const wanted = Object.entries(resource.fields).flatMap(([name, field]) => {
      const said = bodies.get(resource)?.[name];
      if (field.type === "secret") return versions.has(resource) ? [[`${name}_set`, said != null]] : [];
      return isConfiguration(field) ? [[name, said ?? defaultOf(field)]] : [];
    });
    expect(body, resource.kind).toMatchObject(Object.fromEntries(wanted));
  }
}

/** Neither a plan nor a refresh alone finds anything. */
async function expectSettled(): Promise<void> {
  expect(await space.drift()).toBe("");
  expect(await space.pending()).toBe("");
}

/** A body in which every field that can move has moved. */
async function movedBody(resource: Resource, fixed: boolean): Promise<JsonObject> {
  let body = bodies.get(resource) ?? {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isConfiguration(field) || (field.fixed === true) !== fixed) continue;
    if (name === resource.oneDefault?.field) continue;
    body = { ...body, ...(await tenant.samples.moved(resource, body, name)) };
  }
  return body;
}

describe.skipIf(skipped)("every kind", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
    tenant = await ground.tenant();
    space = ground.space(tenant);
    for (const resource of kinds) {
      bodies.set(resource, await tenant.samples.body(resource));
      versions.set(resource, 1);
    }
  }, 600_000);
  afterAll(() => ground.close());

  test("is created with every argument, and then settled", async () => {
    await configure();
    const logged = { TF_LOG: "TRACE", TF_LOG_PATH: `${space.directory}/terraform.log` };
    await space.runWith(logged, "plan", "-out=plan");
    const { code, output } = await space.runWith(logged, "apply", "plan");
    expect(code, output).toBe(0);
    await expectRows();
    await expectSettled();
  });

  test("keeps its secrets out of state, plan and log", async () => {
    const shown = await space.succeed("show", "-json", "plan");
    const texts = [
      space.read("terraform.tfstate"),
      space.read("terraform.log"),
      space.readPlan("plan"),
      shown,
    ];
    for (const text of texts) {
      expect(text).toContain("orgconfig_ai_provider");
      expect(text).not.toContain(secretMarker);
    }
  });

  test("is updated in place, secrets included, and then settled", async () => {
    for (const resource of updatable) {
      const moved = await movedBody(resource, false);
      const secrets = Object.entries(resource.fields).flatMap(([name, field]) =>
        field.type === "secret" ? [[name, secretOf(resource.fields, resource.kind, name, 999)]] : [],
      );
      bodies.set(resource, { ...moved, ...Object.fromEntries(secrets) });
      versions.set(resource, 2);
    }
    await configure();
    const before = await idsOf(collections);
    const plan = await space.plan();
    for (const resource of updatable) {
      expect(plan[addressOf(resource)]?.actions, resource.kind).toEqual(["update"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    expect(await idsOf(collections)).toEqual(before);
    await expectSettled();
  });

  test("gets its defaults back when its arguments are taken out, and then is settled", async () => {
    const full = new Map(bodies);
    for (const resource of updatable) {
      const body = full.get(resource) ?? {};
      const kept = Object.entries(resource.fields).flatMap(([name, field]) =>
        isConfiguration(field) && (field.fixed || field.keptWhenAbsent || defaultOf(field) === undefined)
          ? [name]
          : [],
      );
      const start = Object.fromEntries(
        Object.entries(resource.fields).flatMap(([name, field]) =>
          isConfiguration(field)
            ? [[name, kept.includes(name) ? (body[name] ?? null) : (defaultOf(field) ?? null)]]
            : [],
        ),
      ) as JsonObject;
      const least = await leastOf(resource, start, body, kept);
      const wanted = Object.entries(least).filter(
        ([name, value]) => value !== null && (kept.includes(name) || value !== start[name]),
      );
      bodies.set(resource, Object.fromEntries(wanted) as JsonObject);
    }
    await configure();
    await space.apply();
    await expectRows();
    await expectSettled();
    for (const [resource, body] of full) bodies.set(resource, body);
    await configure();
    await space.apply();
    await expectRows();
  });

  test("is made anew where a fixed argument moves, and then is settled", async () => {
    const replaced: Resource[] = [];
    for (const resource of collections) {
      const body = bodies.get(resource) ?? {};
      const moved = await movedBody(resource, isUpdatable(resource));
      if (resource.kind === "team_members") await joinFor(moved);
      if (JSON.stringify(moved) === JSON.stringify(body)) continue;
      bodies.set(resource, moved);
      replaced.push(resource);
    }
    expect(replaced.length).toBeGreaterThan(chosen === undefined ? 10 : -1);
    const before = await idsOf(replaced);
    await configure();
    const plan = await space.plan();
    for (const resource of replaced) {
      expect(plan[addressOf(resource)]?.actions, resource.kind).toEqual(["delete", "create"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    for (const [resource, id] of await idsOf(replaced)) expect(id).not.toBe(before.get(resource));
    await expectSettled();
  });

  test("shows what was changed outside, and changes it back", async () => {
    const ids = await idsOf(updatable);
    for (const resource of updatable) {
      const { body, headers } = await tenant.config("GET", pathOf(resource, ids.get(resource) as string));
      const name = Object.entries(resource.fields).find(
        ([name, field]) => isConfiguration(field) && !field.fixed && name !== resource.oneDefault?.field,
      )?.[0];
      const change = await tenant.samples.moved(resource, body, name as string);
      const answer = await tenant.config("PUT", pathOf(resource, ids.get(resource) as string), {
        body: change,
        headers: { "if-match": headers.etag ?? "" },
      });
      expect(answer.status, `${resource.kind} ${answer.text}`).toBe(200);
    }
    const plan = await space.plan();
    for (const resource of updatable) {
      expect(plan[addressOf(resource)]?.actions, resource.kind).toEqual(["update"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    await expectSettled();
  });

  test("is created again when somebody deleted it", async () => {
    for (const [resource, id] of await idsOf(collections)) {
      const { status, text } = await tenant.config("DELETE", pathOf(resource, id));
      expect(status, `${resource.kind} ${text}`).toBe(200);
    }
    const plan = await space.plan();
    for (const resource of collections) {
      expect(plan[addressOf(resource)]?.actions, resource.kind).toEqual(["create"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    await expectSettled();
  });

  test("is imported without a change", async () => {
    const ids = await idsOf(kinds);
    const imports = kinds.map(
      (resource) =>
        `import {\n  to = ${addressOf(resource)}\n  id = ${JSON.stringify(ids.get(resource))}\n}\n`,
    );
    for (const resource of kinds) versions.delete(resource);
    const state = space.read("terraform.tfstate");
    space.write("terraform.tfstate", JSON.stringify({ ...JSON.parse(state), resources: [], outputs: {} }));
    await configure(kinds, imports.join(""));
    const plan = await space.plan();
    for (const resource of kinds) {
      const change = plan[addressOf(resource)];
      expect([change?.actions, change?.importing?.id], resource.kind).toEqual([["no-op"], ids.get(resource)]);
    }
    expect(await space.succeed("apply", "plan")).toContain(
      `${kinds.length} imported, 0 added, 0 changed, 0 destroyed`,
    );
    await expectSettled();
    expect(await idsOf(kinds)).toEqual(ids);
  });

  test("is destroyed, a setting to its defaults", async () => {
    const ids = await idsOf(kinds);
    await space.succeed("destroy", "-auto-approve");
    for (const [resource, id] of ids) {
      const { status, body } = await tenant.config("GET", pathOf(resource, id));
      if (resource.shape === "collection") expect(status, resource.kind).toBe(404);
      else {
        for (const [name, field] of Object.entries(resource.fields)) {
          if (field.type === "secret") expect(body[`${name}_set`], `${resource.kind}.${name}`).toBe(false);
          else if (isConfiguration(field) && defaultOf(field) !== undefined)
            expect(body[name], `${resource.kind}.${name}`).toEqual(defaultOf(field));
        }
      }
    }
  });
});

/** The defaults with what the kind's rules ask for beside them: one of the row's secrets, or other values. */
async function leastOf(
  resource: Resource,
  start: JsonObject,
  body: JsonObject,
  kept: readonly string[],
): Promise<JsonObject> {
  const secrets = Object.keys(resource.fields).filter((name) => resource.fields[name]?.type === "secret");
  const bare = { pinned: [...kept, ...secrets], serial: nextSerial() };
  const without = await tenant.samples.fitting(resource, start, bare);
  if (without !== undefined) return without;
  const stored = Object.fromEntries(secrets.map((name) => [name, body[name] ?? null]));
  const withSecrets = await tenant.samples.fitting(resource, { ...start, ...stored }, bare);
  if (withSecrets === undefined) throw new Error(`${resource.kind} has no row with its defaults`);
  return withSecrets;
}

async function joinFor(body: JsonObject): Promise<void> {
  await makePerson(ground.test.database, tenant.organization.id, String(body.email));
}
