/**
 * What a definition's type gives. Most of it is checked by the compiler (`npm run check`): a line below
 * `@ts-expect-error` has to be refused, and `expectTypeOf` names the type that has to come out.
 */

import { expect, expectTypeOf, it } from "vitest";
import { completed, defaultsOf, derivedOf, renderRow, viewOf } from "../../src/engine/render.ts";
import { defineCollection, defineSetting } from "../../src/kernel/define-kind.ts";
import type { Fields } from "../../src/kernel/field.ts";
import {
  boolean,
  choice,
  computed,
  integer,
  isFound,
  list,
  secret,
  text,
  timestamp,
} from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import { membersByOf } from "../../src/kernel/members.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type {
  ConfigurationOf,
  CreateBodyOf,
  DefaultsOf,
  DerivedOf,
  RowOf,
  StateOf,
  UpdateBodyOf,
} from "../../src/kernel/row-types.ts";
import { secretAddresses } from "../../src/kernel/secret-addresses.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { alertMutes } from "../../src/resources/alert-mutes.ts";
import { alertRoutes } from "../../src/resources/alert-routes.ts";
import type { connectors } from "../../src/resources/connectors.ts";
import { definitions } from "../../src/resources/index.ts";
import { organizationSettings } from "../../src/resources/organization-settings.ts";
import type { promptTemplates } from "../../src/resources/prompt-templates.ts";

const about = { title: "Things", group: "Alerting", description: "Things.", level: "admin" } as const;
const fields = {
  name: text({ description: "Its name." }),
  note: text({ description: "A note.", nullable: true }),
  shown: boolean({ description: "Whether it is shown.", default: true }),
  tags: list({ description: "Its tags.", items: text({ description: "A tag." }) }),
  owners: list({ description: "At least one.", min: 1, items: text({ description: "An owner." }) }),
  token: secret({ description: "A token." }),
  ends_at: computed({
    description: "When it ends.",
    shape: timestamp({ description: "When it ends." }),
    from: "state",
  }),
  health: computed({
    description: "How it is.",
    shape: choice({ description: "How it is.", choices: ["good", "bad"], nullable: true }),
    from: "state",
  }),
  active: computed({
    description: "Whether it is active.",
    shape: boolean({ description: "Whether it is active." }),
    from: "derived",
  }),
} as const;
const derive = () => ({ active: true });
const derivedUntil = () => undefined;
const things = defineCollection({
  ...about,
  kind: "things",
  naturalKey: ["name"],
  keyHeld: { until: "ends_at" },
  oneDefault: { field: "shown", per: ["note"] },
  fields,
  example: { name: "A thing", owners: ["Ada"] },
  hiddenState: { seen: integer({ description: "How often it was seen." }) },
  prepare({ configuration, state }, before) {
    expectTypeOf(configuration.note).toEqualTypeOf<string | null>();
    expectTypeOf(state.seen).toEqualTypeOf<number | undefined>();
    if (before === undefined) return { state: { seen: 1, health: "good" } };
    return configuration.shown
      ? {}
      : { configuration: { note: null }, state: { seen: (state.seen ?? 0) + 1 } };
  },
  derivedUntil,
  derive({ state }) {
    return { active: state.ends_at === undefined };
  },
});
type Things = typeof things;

it("gives the configuration, the state and the derived fields", () => {
  expectTypeOf<ConfigurationOf<Things>>().toEqualTypeOf<{
    readonly name: string;
    readonly note: string | null;
    readonly shown: boolean;
    readonly tags: readonly string[];
    readonly owners: readonly string[];
  }>();
  expectTypeOf<StateOf<Things>>().toEqualTypeOf<{
    readonly ends_at?: string;
    readonly health?: "good" | "bad" | null;
    readonly seen?: number;
  }>();
  expectTypeOf<DerivedOf<Things>>().toEqualTypeOf<{ readonly active: boolean }>();
  expectTypeOf<DefaultsOf<Things>>().toEqualTypeOf<{
    readonly note: string | null;
    readonly shown: boolean;
    readonly tags: readonly string[];
  }>();
});

it("gives the row as it is answered", () => {
  expectTypeOf<RowOf<Things>>().toEqualTypeOf<{
    readonly id: string;
    readonly name: string;
    readonly note: string | null;
    readonly shown: boolean;
    readonly tags: readonly string[];
    readonly owners: readonly string[];
    readonly token_set: boolean;
    readonly ends_at: string;
    readonly health: "good" | "bad" | null;
    readonly active: boolean;
    readonly created_at: string;
    readonly updated_at: string;
  }>();
  // A setting has no id, and nobody may have saved it.
  expectTypeOf<RowOf<typeof organizationSettings>>().not.toHaveProperty("id");
  expectTypeOf<RowOf<typeof organizationSettings>["updated_at"]>().toEqualTypeOf<string | null>();
});

it("gives what a create and an update take", () => {
  expectTypeOf<CreateBodyOf<Things>>().toEqualTypeOf<{
    readonly name: string;
    readonly owners: readonly string[];
    readonly note?: string | null;
    readonly shown?: boolean;
    readonly tags?: readonly string[];
    readonly token?: string | null;
  }>();
  expectTypeOf<UpdateBodyOf<Things>>().toEqualTypeOf<{
    readonly name?: string;
    readonly owners?: readonly string[];
    readonly note?: string | null;
    readonly shown?: boolean;
    readonly tags?: readonly string[];
    readonly token?: string | null;
  }>();
  expectTypeOf<CreateBodyOf<typeof connectors>["config"]>().toEqualTypeOf<JsonObject | null | undefined>();
});

it("refuses names that are no field's", () => {
  const kind = "things";
  const naturalKey = ["name"] as const;
  const derives = { ...about, kind, naturalKey, fields, derive, derivedUntil } as const;
  // @ts-expect-error no such field
  defineCollection({ ...derives, naturalKey: ["nme"] });
  // @ts-expect-error a secret is no part of a key
  defineCollection({ ...derives, naturalKey: ["token"] });
  // @ts-expect-error not kept as state
  defineCollection({ ...derives, keyHeld: { until: "active", while: "active" } });
  // @ts-expect-error not derived
  defineCollection({ ...derives, keyHeld: { until: "ends_at", while: "shown" } });
  // @ts-expect-error not true or false
  defineCollection({ ...derives, oneDefault: { field: "name", per: [] } });
  // @ts-expect-error no such field
  defineCollection({ ...derives, oneDefault: { field: "shown", per: ["nte"] } });
  // @ts-expect-error no such field
  defineCollection({ ...derives, peers: ["nte"] });
  // @ts-expect-error there is no field `position`
  defineCollection({ ...derives, order: "position" });
  // @ts-expect-error no such field
  defineSetting({ ...about, kind, fields, derive, derivedUntil, serviceUnique: "nme" });
  // @ts-expect-error no such field
  defineCollection({ ...derives, check: ({ configuration }) => (configuration.nme ? [] : []) });
  // @ts-expect-error no such state
  defineCollection({ ...derives, check: ({ state }) => (state.active ? [] : []) });
  // @ts-expect-error no such secret
  defineCollection({ ...derives, check: ({ secretsSet }) => (secretsSet.name ? [] : []) });
});

it("refuses a prepare or a derive that sets anything else", () => {
  const shape = { ...about, kind: "things", naturalKey: ["name"], fields } as const;
  const derives = { ...shape, derive, derivedUntil };
  // @ts-expect-error not kept as state
  defineCollection({ ...derives, prepare: () => ({ state: { health: "bad", helth: "bad" } }) });
  // @ts-expect-error derived, not kept
  defineCollection({ ...derives, prepare: () => ({ state: { active: true } }) });
  // @ts-expect-error no such choice
  defineCollection({ ...derives, prepare: () => ({ state: { health: "worse" } }) });
  // @ts-expect-error no such setting
  defineCollection({ ...derives, prepare: () => ({ configuration: { shown: true, shwn: true } }) });
  // @ts-expect-error nothing derives `active`
  defineCollection(shape);
  // @ts-expect-error of another type
  defineCollection({ ...derives, derive: () => ({ active: "yes" }) });
  // @ts-expect-error no derived field
  defineCollection({ ...derives, derive: () => ({ active: true, actve: true }) });
});

it("leaves the definition of any kind as blind as it was", () => {
  const any: Kind = things;
  expectTypeOf(completed(any, {})).toEqualTypeOf<JsonObject>();
  expectTypeOf(viewOf(any, { configuration: {}, secrets: {}, state: {} }).state).toEqualTypeOf<JsonObject>();
  const kinds: readonly Kind[] = [alertMutes, alertRoutes, organizationSettings];
  for (const kind of kinds) expect(definitions).toContain(kind);
});

const row = {
  kind: "things",
  id: "thing_1",
  naturalKey: "n",
  configuration: { name: "n", owners: ["o"] },
  secrets: { token: "sealed" },
  state: { seen: 2 },
  revision: "1",
  managedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

it("reads a stored row as its type says", () => {
  const view = viewOf(things, row);
  expect(view.configuration).toEqual({ name: "n", note: null, shown: true, tags: [], owners: ["o"] });
  expect(view.state.seen).toBe(2);
  expect(view.secretsSet.token).toBe(true);
  expect(derivedOf(things, view, new Date(0)).active).toBe(true);
  expect(defaultsOf(things)).toEqual({ note: null, shown: true, tags: [] });
});

it("answers exactly the members of RowOf, and shows no hidden state", () => {
  const shown = renderRow(things, row, new Date(0));
  const members: Record<keyof RowOf<Things>, true> = {
    id: true,
    name: true,
    note: true,
    shown: true,
    tags: true,
    owners: true,
    token_set: true,
    ends_at: true,
    health: true,
    active: true,
    created_at: true,
    updated_at: true,
  };
  expect(Object.keys(shown).sort()).toEqual(Object.keys(members).sort());
});

it("takes the bodies of CreateBodyOf, and of nothing less", () => {
  const least: CreateBodyOf<Things> = { name: "n", owners: ["o"] };
  expect(parseBody(things.fields, least, "create").problems).toEqual([]);
  for (const name of ["name", "owners"]) {
    const rest = Object.fromEntries(Object.entries(least).filter(([member]) => member !== name));
    const { problems } = parseBody(things.fields, rest, "create");
    expect(problems.map(({ field }) => field)).toEqual([name]);
  }
});

it.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s keeps hidden state under names of its own, or of a field in which it stands where nobody chose",
  (_kind, definition) => {
    const clash = Object.keys(definition.hiddenState).filter((name) => {
      const field = definition.fields[name];
      return field !== undefined && !isFound(field);
    });
    expect(clash).toEqual([]);
  },
);

it.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s sends its secrets to addresses of its own",
  (_kind, { fields, hiddenState }) => {
    expect([...Object.keys(fields), ...Object.keys(hiddenState)]).not.toContain(secretAddresses);
    for (const field of Object.values(fields))
      if (field.type === "secret" && field.sentTo !== undefined)
        expect(fieldAt(fields, field.sentTo)).toMatchObject({ type: "text" });
  },
);

it("hides what a review leaves behind", () => {
  expectTypeOf<StateOf<typeof promptTemplates>["approved_hash"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<RowOf<typeof promptTemplates>>().not.toHaveProperty("approved_hash");
});

/** The field of that name, or the member of a map that some value of another field gives it: `metadata.host`. */
function fieldAt(fields: Fields, path: string): unknown {
  const [holder = "", member] = path.split(".");
  const field = fields[holder];
  if (member === undefined || field === undefined) return field;
  const sets = Object.values(membersByOf(field)?.sets ?? {});
  return sets.map(({ members }) => members[member]).find((one) => one !== undefined);
}
