/**
 * Valid bodies for any kind, made from its fields: deterministic, with a natural key that no other call
 * gave, and with the rows that they point at made through the API first.
 */
import { exampleOrder, filledExample } from "../../src/kernel/example.ts";
import type { Field, ItemField, Json } from "../../src/kernel/field.ts";
import { defaultOf, isConfiguration } from "../../src/kernel/field.ts";
import type { Kind, View } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { unsaved } from "../resources/rules.ts";
import { fitted } from "./fitting.ts";
import { pointedAtWith, preparations, steady } from "./sample-rules.ts";
import type { Answer, Send } from "./service.ts";
import { type References, sampleOf, secretOf } from "./values.ts";

export interface World {
  readonly definitions: Readonly<Record<string, Kind>>;
  /** Sends to /api/v1/config/<path> as an administrator. */
  readonly config: Send;
  /** Makes a member of the organization with this address. */
  readonly join: (email: string) => Promise<unknown>;
}

export interface SampleRow {
  readonly id: string;
  /** Below /api/v1/config. */
  readonly path: string;
  /** What was sent. */
  readonly sent: JsonObject;
  readonly answer: Answer;
}

export type Samples = ReturnType<typeof createSamples>;

/** Far enough from every other sample's serial, and prime, so that short cycles of values end elsewhere. */
const jump = 1_009;

/** By test file: what one draws does not lean on which others its process ran before. */
const serials = new Map<string, number>();

export function createSamples({ definitions, config, join }: World) {
  const pointedAt = new Map<string, Promise<string>>();
  /** Bodies of kinds whose rules look at other rows: they may not be sent yet, or all at once. */
  const drafts = new Map<string, readonly JsonObject[]>();

  /** A row to point at: two of each kind, made when first asked for. */
  const reference: References = (kind, serial) => {
    const which = `${kind}/${serial % 2}`;
    const made =
      pointedAt.get(which) ?? row(definitions[kind] as Kind, pointedAtWith[kind]).then(({ id }) => id);
    pointedAt.set(which, made);
    return made;
  };

  /** Every settable field, filled in; its rules have not seen it, and nothing is prepared for it. */
  async function raw(definition: Kind, serial = nextSerial()): Promise<JsonObject> {
    const entries: [string, Json][] = [];
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.type === "secret")
        entries.push([name, secretOf(definition.fields, definition.kind, name, serial)]);
      // A default takes the place of another; samples leave each other alone.
      else if (name === definition.oneDefault?.field) entries.push([name, false]);
      else if (steady[definition.kind]?.[name] !== undefined)
        entries.push([name, steady[definition.kind]?.[name] as Json]);
      // A row is known by one key: samples have the natural one.
      else if (isOfOtherKey(definition, name) && isConfiguration(field))
        entries.push([name, defaultOf(field) ?? null]);
      else if (isConfiguration(field)) entries.push([name, await sampleOf(field, name, serial, reference)]);
    }
    return Object.fromEntries(entries);
  }

  /** A body that creates a row, or saves a setting; overrides stay in it, whether its rules take them or not. */
  async function body(definition: Kind, overrides: JsonObject = {}): Promise<JsonObject> {
    const whole = (await acceptable(definition, overrides)) ?? (await acceptable(definition));
    if (whole === undefined) throw new Error(`no sample of ${definition.kind} pleases its rules`);
    return { ...whole, ...overrides };
  }

  /** A body with these values; undefined where the kind's rules take none. */
  async function acceptable(definition: Kind, overrides: JsonObject = {}): Promise<JsonObject | undefined> {
    const serial = nextSerial();
    const wanted = { ...(await raw(definition, serial)), ...(await ownPeers(definition)), ...overrides };
    const whole = await fitting(definition, wanted, {
      pinned: Object.keys(overrides),
      before: definition.shape === "setting" ? unsaved(definition) : undefined,
      rows: [...(await rowsOf(definition)), ...(drafts.get(definition.kind) ?? [])],
      serial,
    });
    if (whole === undefined) return undefined;
    if (definition.peers !== undefined)
      drafts.set(definition.kind, [...(drafts.get(definition.kind) ?? []), whole]);
    await preparations[definition.kind]?.prepare(whole, join);
    return whole;
  }

  /** Rows that a rule compares with each other would soon fill a team: each sample has one of its own. */
  async function ownPeers(definition: Kind): Promise<JsonObject> {
    const entries: [string, Json][] = [];
    for (const name of definition.peers ?? []) {
      const field = definition.fields[name];
      if (field?.type === "reference") entries.push([name, (await row(definitions[field.to] as Kind)).id]);
    }
    return Object.fromEntries(entries);
  }

  /** What the kind's rules compare a row with; nothing where they look at the row alone. */
  async function rowsOf(definition: Kind): Promise<readonly JsonObject[]> {
    if (definition.peers === undefined) return [];
    return (await config("GET", definition.kind)).body.data;
  }

  /** A value of a field that samples leave out, because a row is known by one key. */
  async function ofOtherKey(definition: Kind, name: string): Promise<Json> {
    return sampleOf(definition.fields[name] as ItemField, name, nextSerial(), reference);
  }

  interface Bounds {
    readonly pinned: readonly string[];
    readonly before?: View<JsonObject> | undefined;
    readonly rows?: readonly JsonObject[];
    readonly serial: number;
  }

  /** The body as the kind's own rules want it, with the pinned fields as they are; undefined where that cannot be. */
  async function fitting(definition: Kind, wanted: JsonObject, bounds: Bounds) {
    const { pinned, before, rows = [], serial } = bounds;
    const at = {
      body: wanted,
      pinned: new Set(pinned),
      others: {},
      fallback: {},
      before,
      rows,
      turn: serial,
    };
    // Most bodies fit as they are, and need no row to point at.
    const straight = fitted(definition, at);
    if (straight !== undefined) return straight;
    const example = await exampleBody(definition, serial);
    const fixed = (name: string) => before !== undefined && definition.fields[name]?.fixed === true;
    const free = Object.keys(example).filter((name) => !pinned.includes(name) && !fixed(name));
    const others: [string, readonly Json[]][] = [];
    for (const name of free) others.push([name, await othersFor(definition, name, serial, example)]);
    const fallback = Object.fromEntries(free.map((name) => [name, example[name] as Json]));
    return fitted(definition, {
      ...at,
      others: Object.fromEntries(others),
      fallback: { ...wanted, ...fallback },
    });
  }

  /** Other values that a field may have: none, its default, the example's and like it, and samples. */
  async function othersFor(
    definition: Kind,
    name: string,
    serial: number,
    example: JsonObject,
  ): Promise<Json[]> {
    const field = definition.fields[name] as Field;
    if (field.type === "computed") return [];
    const values: (Json | undefined)[] = [];
    if (field.type === "secret") {
      values.push(null, secretOf(definition.fields, definition.kind, name, serial));
    } else {
      values.push(defaultOf(field), example[name]);
      for (const step of [0, 1, 7, jump]) values.push(await sampleOf(field, name, serial + step, reference));
      values.push(...likenesses(example[name], serial), ...timesPast(field, serial, values.at(-1) ?? null));
    }
    return values.filter((value) => value !== undefined);
  }

  /** The kind's example with every field that it leaves out, and with rows of these samples to point at. */
  async function exampleBody(definition: Kind, serial: number): Promise<JsonObject> {
    const { kind, example, fields, oneDefault } = definition;
    const ids = new Map<string, string>();
    for (const target of exampleOrder(kind, (other) => definitions[other]?.example))
      if (target !== kind) ids.set(target, await reference(target, serial));
    const secrets = Object.keys(fields).filter((name) => fields[name]?.type === "secret");
    return {
      ...unsaved(definition).configuration,
      ...Object.fromEntries(secrets.map((name) => [name, null])),
      ...filledExample(example, (target) => ids.get(target) as string),
      ...(oneDefault === undefined ? {} : { [oneDefault.field]: false }),
    };
  }

  async function row(definition: Kind, overrides?: JsonObject): Promise<SampleRow> {
    const sent = await body(definition, overrides);
    const answer =
      definition.shape === "setting"
        ? await config("PUT", definition.kind, { body: sent })
        : await config("POST", definition.kind, { body: sent });
    if (answer.status !== 201 && answer.status !== 200) {
      throw new Error(
        `a sample of ${definition.kind} was refused: ${answer.text}\nsent: ${JSON.stringify(sent)}`,
      );
    }
    const id = definition.shape === "setting" ? definition.kind : String(answer.body.id);
    return { id, path: pathOf(definition, id), sent, answer };
  }

  /**
   * What to send so that `field` moves away from what it is in `now`, with the fields that have to move
   * along; undefined where the row's rules tie it down.
   */
  async function moved(definition: Kind, now: JsonObject, name: string): Promise<JsonObject | undefined> {
    const field = definition.fields[name];
    if (field === undefined || field.type === "computed") return undefined;
    for (let step = 1; step <= 12; step += 1) {
      const serial = lastSerial() + step * jump;
      const value =
        field.type === "secret"
          ? secretOf(definition.fields, definition.kind, name, serial)
          : await sampleOf(field, name, serial, reference);
      const usual = field.type === "secret" ? undefined : defaultOf(field);
      const alike = likenesses(definition.example[name] as Json, serial);
      for (const candidate of [value, ...alike, ...timesPast(field, serial, value), usual]) {
        if (candidate === undefined || same(candidate, now[name])) continue;
        const change = await changeTo(definition, now, name, candidate);
        if (change !== undefined) return change;
      }
    }
    return undefined;
  }

  /** What to send to set one field, with what has to follow; undefined where the rules would not have it. */
  async function changeTo(
    definition: Kind,
    now: JsonObject,
    name: string,
    value: Json,
  ): Promise<JsonObject | undefined> {
    // A field that only a new row can have is moved by making one.
    const anew = definition.fields[name]?.fixed === true || !definition.verbs.includes("update");
    const settable = settableOf(definition, now);
    const rows = await rowsOf(definition);
    const own = rows.filter((row) => definition.naturalKey.every((key) => same(row[key], now[key])));
    const after = await fitting(
      definition,
      { ...settable, [name]: value },
      {
        pinned: [name],
        before: anew ? undefined : viewOf(definition, now),
        // Without the row itself among them nobody knows which of them are others.
        rows: own.length === 0 ? [] : rows.filter((row) => !own.includes(row)),
        serial: lastSerial(),
      },
    );
    return after === undefined ? undefined : { ...changeBetween(settable, after), [name]: value };
  }

  return { raw, body, acceptable, row, moved, changeTo, fitting, reference, ofOtherKey };
}

/** Texts like the example's, where only such will do: a URL with another path, a pattern with another number. */
function likenesses(example: Json | undefined, serial: number): string[] {
  return typeof example === "string" ? [`${example}-${serial}`, `${example}${serial}`] : [];
}

function settableOf({ fields }: Kind, now: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(now).filter(([name]) => fields[name] !== undefined && fields[name]?.type !== "computed"),
  );
}

/** The row as rules see it, by its own answer or by the body that made it. */
function viewOf(definition: Kind, now: JsonObject): View<JsonObject> {
  const { configuration } = unsaved(definition);
  const known = (type: (field: Field) => boolean) =>
    Object.fromEntries(
      Object.entries(now).filter(([name]) => {
        const field = definition.fields[name];
        return field !== undefined && type(field);
      }),
    );
  const secrets = Object.keys(definition.fields).filter((name) => definition.fields[name]?.type === "secret");
  return {
    configuration: { ...configuration, ...known(isConfiguration) },
    state: known((field) => field.type === "computed"),
    secretsSet: Object.fromEntries(
      secrets.map((name) => [name, (now[name] ?? null) !== null || now[`${name}_set`] === true]),
    ),
  };
}

function changeBetween(now: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, now[name])));
}

/** Where a row is, below /api/v1/config. */
export function pathOf(definition: Kind, id: string): string {
  return definition.shape === "setting" ? definition.kind : `${definition.kind}/${encodeURIComponent(id)}`;
}

/** The test file that runs. Vitest gives the same process to many, one after the other. */
declare const __vitest_worker__: { readonly filepath?: string } | undefined;

function lastSerial(): number {
  return serials.get(runningFile()) ?? 0;
}

/** A number that no other sample of this test file has: for names that have to differ. */
export function nextSerial(): number {
  const next = lastSerial() + 1;
  serials.set(runningFile(), next);
  return next;
}

function runningFile(): string {
  return typeof __vitest_worker__ === "undefined" ? "" : (__vitest_worker__.filepath ?? "");
}

/** The order of an object's members does not count. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => sorted(item) as Json);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member) as Json]),
  );
}

/** Samples of times are yet to come; some fields take only what has been. */
function timesPast(field: Field, serial: number, value: Json): readonly Json[] {
  if (field.type === "list") {
    const text = JSON.stringify(value);
    const past = text.replace(/"20[4-9]\d(?=-\d\d-\d\dT)/g, '"2020');
    return past === text ? [] : [JSON.parse(past) as Json];
  }
  return field.type === "timestamp"
    ? [new Date(Date.UTC(2026, 0, 1) + (serial % 80_000) * 60_000).toISOString()]
    : [];
}

/** Whether only the other key has it: the two may have fields in common. */
export function isOfOtherKey({ naturalKey, otherKey }: Kind, name: string): boolean {
  return otherKey?.includes(name) === true && !naturalKey.includes(name);
}
