/**
 * Every kind through the real terraform: made, settled, changed, emptied, replaced, drifted, lost, imported,
 * destroyed. All kinds go through each step together, in one state, because starting terraform is what costs.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultOf, type Field, isConfiguration, isFound } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { makePerson } from "../support/people.ts";
import { nextSerial, pathOf, type Samples } from "../support/samples.ts";
import type { Tenant } from "../support/service.ts";
import { secretMarker, secretOf } from "../support/values.ts";
import { addressOf, blockOf, secretVariables } from "./hcl-of.ts";
import { breakGround, type Ground, type Space, saySkipped, withoutTerraform } from "./space.ts";

saySkipped("every kind through terraform");

/** Narrows a run while one kind is worked on. */
const chosen = process.env.KINDS?.split(",");
const kinds = definitions.filter(({ kind }) => chosen?.includes(kind) ?? true);
const collections = kinds.filter(({ shape }) => shape === "collection");
const updatable = kinds.filter(({ verbs }) => verbs.includes("update"));
const isUpdatable = (definition: Kind) => updatable.includes(definition);

let ground: Ground;
let tenant: Tenant & { readonly samples: Samples };
let space: Space;
/** What each kind's block says now, and which version its secrets have. */
const bodies = new Map<Kind, JsonObject>();
const versions = new Map<Kind, number>();

async function configure(only: readonly Kind[] = kinds, extra = ""): Promise<void> {
  const blocks = only.map((definition) => {
    const secretVersion = versions.get(definition);
    return blockOf(
      definition,
      bodies.get(definition) ?? {},
      secretVersion === undefined ? {} : { secretVersion },
    );
  });
  const secrets = only
    .filter((definition) => versions.has(definition))
    .map((definition) => secretVariables(definition, bodies.get(definition) ?? {}));
  space.variables = Object.assign({}, ...secrets.map(({ values }) => values));
  await space.configure([...blocks, extra, ...secrets.map(({ blocks }) => blocks)].join("\n"));
}

async function idsOf(some: readonly Kind[]): Promise<Map<Kind, string>> {
  const { values } = JSON.parse(await space.succeed("show", "-json"));
  const entries = values.root_module.resources as { address: string; values: { id: string } }[];
  return new Map(
    some.map((definition) => [
      definition,
      entries.find(({ address }) => address === addressOf(definition))?.values.id ?? "",
    ]),
  );
}

/** The rows hold what the blocks say, and every field that they leave out its default. */
async function expectRows(): Promise<void> {
  const ids = await idsOf(kinds);
  for (const definition of kinds) {
    const { body, status } = await tenant.config("GET", pathOf(definition, ids.get(definition) as string));
    expect(status, definition.kind).toBe(200);
    const wanted = Object.entries(definition.fields).flatMap(([name, field]) => {
      const said = bodies.get(definition)?.[name];
      if (field.type === "secret") return versions.has(definition) ? [[`${name}_set`, said != null]] : [];
      if (!isConfiguration(field)) return [];
      // What is left out of these the service finds.
      return said == null && field.keptWhenAbsent === true ? [] : [[name, said ?? defaultOf(field)]];
    });
    expect(body, definition.kind).toMatchObject(Object.fromEntries(wanted));
  }
}

/** Neither a plan nor a refresh alone finds anything. */
async function expectSettled(): Promise<void> {
  expect(await space.drift()).toBe("");
  expect(await space.pending()).toBe("");
}

/** A list that the service adds to by itself: where a block says it, each change has to say it anew. */
function isHistory(field: Field): boolean {
  return field.type === "list" && isFound(field);
}

function withoutHistory({ fields }: Kind, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !isHistory(fields[name] as Field)));
}

/** A body in which every field that can move has moved. */
async function movedBody(definition: Kind, fixed: boolean): Promise<JsonObject> {
  let body = bodies.get(definition) ?? {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!isConfiguration(field) || (field.fixed === true) !== fixed) continue;
    if (name === definition.oneDefault?.field || isHistory(field)) continue;
    body = { ...body, ...(await tenant.samples.moved(definition, body, name)) };
  }
  // The service moves a maintenance on whose times have passed.
  const movesOn = definition.kind === "status_page_incidents" && body.status === "scheduled";
  return movesOn ? { ...body, status: "completed" } : body;
}

describe.skipIf(withoutTerraform)("every kind", { timeout: 600_000 }, () => {
  beforeAll(async () => {
    ground = await breakGround({}, "attached");
    tenant = await ground.tenant();
    space = ground.space(tenant);
    for (const definition of kinds) {
      bodies.set(definition, withoutHistory(definition, await tenant.samples.body(definition)));
      versions.set(definition, 1);
    }
  }, 600_000);
  afterAll(() => ground.close());

  test("is created with every argument, and then settled", async () => {
    await configure();
    await space.install();
    const logged = { TF_LOG: "TRACE", TF_LOG_PATH: `${space.directory}/terraform.log` };
    const planned = await space.runWith(logged, "plan", "-out=plan");
    expect(planned.code, planned.output.split("Error:").slice(1).join("Error:")).toBe(0);
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
    for (const definition of updatable) {
      const moved = await movedBody(definition, false);
      const secrets = Object.entries(definition.fields).flatMap(([name, field]) =>
        field.type === "secret" ? [[name, secretOf(definition.fields, definition.kind, name, 999)]] : [],
      );
      bodies.set(definition, { ...moved, ...Object.fromEntries(secrets) });
      versions.set(definition, 2);
    }
    await configure();
    const before = await idsOf(collections);
    const plan = await space.plan();
    for (const definition of updatable) {
      expect(plan[addressOf(definition)]?.actions, definition.kind).toEqual(["update"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    expect(await idsOf(collections)).toEqual(before);
    await expectSettled();
  });

  test("gets its defaults back when its arguments are taken out, and then is settled", async () => {
    const full = new Map(bodies);
    for (const definition of updatable) {
      const body = full.get(definition) ?? {};
      const kept = Object.entries(definition.fields).flatMap(([name, field]) =>
        isConfiguration(field) &&
        (field.fixed || (field.keptWhenAbsent && !isFound(field)) || defaultOf(field) === undefined)
          ? [name]
          : [],
      );
      const start = Object.fromEntries(
        Object.entries(definition.fields).flatMap(([name, field]) =>
          isConfiguration(field)
            ? [[name, kept.includes(name) ? (body[name] ?? null) : (defaultOf(field) ?? null)]]
            : [],
        ),
      ) as JsonObject;
      const least = await leastOf(definition, start, body, kept);
      const wanted = Object.entries(least).filter(
        ([name, value]) => value !== null && (kept.includes(name) || value !== start[name]),
      );
      // One that holds every change would hold those of the other kinds that come with it.
      const off = definition.kind === "change_policies" ? { enabled: false } : {};
      bodies.set(definition, { ...Object.fromEntries(wanted), ...off } as JsonObject);
    }
    await configure();
    await space.apply();
    await expectRows();
    await expectSettled();
    for (const [definition, body] of full) bodies.set(definition, body);
    await configure();
    await space.apply();
    await expectRows();
  });

  test("is made anew where a fixed argument moves, and then is settled", async () => {
    const replaced: Kind[] = [];
    for (const definition of collections) {
      const body = bodies.get(definition) ?? {};
      const moved = await movedBody(definition, isUpdatable(definition));
      if (definition.kind === "team_members") await joinFor(moved);
      if (JSON.stringify(moved) === JSON.stringify(body)) continue;
      bodies.set(definition, moved);
      replaced.push(definition);
    }
    expect(replaced.length).toBeGreaterThan(chosen === undefined ? 10 : -1);
    const before = await idsOf(replaced);
    await configure();
    const plan = await space.plan();
    for (const definition of replaced) {
      expect(plan[addressOf(definition)]?.actions, definition.kind).toEqual(["delete", "create"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    for (const [definition, id] of await idsOf(replaced)) expect(id).not.toBe(before.get(definition));
    await expectSettled();
  });

  test("shows what was changed outside, and changes it back", async () => {
    const ids = await idsOf(updatable);
    for (const definition of updatable) {
      const { body, headers } = await tenant.config("GET", pathOf(definition, ids.get(definition) as string));
      const name = Object.entries(definition.fields).find(
        ([name, field]) => isConfiguration(field) && !field.fixed && name !== definition.oneDefault?.field,
      )?.[0];
      const change = await tenant.samples.moved(definition, body, name as string);
      const answer = await tenant.config("PUT", pathOf(definition, ids.get(definition) as string), {
        body: change,
        headers: { "if-match": headers.etag ?? "" },
      });
      expect(answer.status, `${definition.kind} ${answer.text}`).toBe(200);
    }
    const plan = await space.plan();
    for (const definition of updatable) {
      expect(plan[addressOf(definition)]?.actions, definition.kind).toEqual(["update"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    await expectSettled();
  });

  test("is created again when somebody deleted it", async () => {
    for (const [definition, id] of await idsOf(collections)) {
      const { status, text } = await tenant.config("DELETE", pathOf(definition, id));
      expect(status, `${definition.kind} ${text}`).toBe(200);
    }
    const plan = await space.plan();
    for (const definition of collections) {
      expect(plan[addressOf(definition)]?.actions, definition.kind).toEqual(["create"]);
    }
    await space.succeed("apply", "plan");
    await expectRows();
    await expectSettled();
  });

  test("is imported without a change", async () => {
    const ids = await idsOf(kinds);
    const imports = kinds.map(
      (definition) =>
        `import {\n  to = ${addressOf(definition)}\n  id = ${JSON.stringify(ids.get(definition))}\n}\n`,
    );
    for (const definition of kinds) versions.delete(definition);
    const state = space.read("terraform.tfstate");
    space.write("terraform.tfstate", JSON.stringify({ ...JSON.parse(state), resources: [], outputs: {} }));
    await configure(kinds, imports.join(""));
    const plan = await space.plan();
    for (const definition of kinds) {
      const change = plan[addressOf(definition)];
      expect([change?.actions, change?.importing?.id], definition.kind).toEqual([
        ["no-op"],
        ids.get(definition),
      ]);
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
    for (const [definition, id] of ids) {
      const { status, body } = await tenant.config("GET", pathOf(definition, id));
      if (definition.shape === "collection") expect(status, definition.kind).toBe(404);
      else {
        for (const [name, field] of Object.entries(definition.fields)) {
          if (field.type === "secret") expect(body[`${name}_set`], `${definition.kind}.${name}`).toBe(false);
          else if (isConfiguration(field) && defaultOf(field) !== undefined)
            expect(body[name], `${definition.kind}.${name}`).toEqual(defaultOf(field));
        }
      }
    }
  });
});

/** The defaults with what the kind's rules ask for next to them: one of the row's secrets, or other values. */
async function leastOf(
  definition: Kind,
  start: JsonObject,
  body: JsonObject,
  kept: readonly string[],
): Promise<JsonObject> {
  const secrets = Object.keys(definition.fields).filter((name) => definition.fields[name]?.type === "secret");
  const bare = { pinned: [...kept, ...secrets], serial: nextSerial() };
  const without = await tenant.samples.fitting(definition, start, bare);
  if (without !== undefined) return without;
  const stored = Object.fromEntries(secrets.map((name) => [name, body[name] ?? null]));
  const withSecrets = await tenant.samples.fitting(definition, { ...start, ...stored }, bare);
  if (withSecrets === undefined) throw new Error(`${definition.kind} has no row with its defaults`);
  return withSecrets;
}

async function joinFor(body: JsonObject): Promise<void> {
  await makePerson(ground.test.database, tenant.organization.id, String(body.email));
}
