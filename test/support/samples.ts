/**
 * Valid bodies for any kind, made from its fields: deterministic, with a natural key that no other call
 * gave, and with the rows that they point at made through the API first.
 */
import { exampleOrder, filledExample } from "../../src/kernel/example.ts";
import type { Field, ItemField, Json } from "../../src/kernel/field.ts";
import { defaultOf, isConfiguration } from "../../src/kernel/field.ts";
import type { Resource, View } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { unsaved } from "../resources/rules.ts";
import { fitted } from "./fitting.ts";
import { preparations } from "./sample-rules.ts";
import type { Answer, Send } from "./service.ts";
import { type References, sampleOf, secretOf } from "./values.ts";

export interface World {
  readonly resources: Readonly<Record<string, Resource>>;
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
let serials = 0;

export function createSamples({ resources, config, join }: World) {
  const pointedAt = new Map<string, Promise<string>>();
  /** Bodies of kinds whose rules look at other rows: they may not be sent yet, or all at once. */
  const drafts = new Map<string, readonly JsonObject[]>();

  /** A row to point at: two of each kind, made when first asked for. */
  const reference: References = (kind, serial) => {
    const which = `${kind}/${serial % 2}`;
    const made = pointedAt.get(which) ?? row(resources[kind] as Resource).then(({ id }) => id);
    pointedAt.set(which, made);
    return made;
  };

  /** Every settable field, filled in; its rules have not seen it, and nothing is prepared for it. */
  async function raw(resource: Resource, serial = nextSerial()): Promise<JsonObject> {
    const entries: [string, Json][] = [];
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.type === "secret")
        entries.push([name, secretOf(resource.fields, resource.kind, name, serial)]);
      // A default takes the place of another; samples leave each other alone.
      else if (name === resource.oneDefault?.field) entries.push([name, false]);
      // A row is known by one key: samples have the natural one.
      else if (resource.otherKey?.includes(name) && isConfiguration(field))
        entries.push([name, defaultOf(field) ?? null]);
      else if (isConfiguration(field)) entries.push([name, await sampleOf(field, name, serial, reference)]);
    }
    return Object.fromEntries(entries);
  }

  /** A body that creates a row, or saves a setting; overrides stay in it, whether its rules take them or not. */
  async function body(resource: Resource, overrides: JsonObject = {}): Promise<JsonObject> {
    const whole = (await acceptable(resource, overrides)) ?? (await acceptable(resource));
    if (whole === undefined) throw new Error(`no sample of ${resource.kind} pleases its rules`);
    return { ...whole, ...overrides };
  }

  /** A body with these values; undefined where the kind's rules take none. */
  async function acceptable(resource: Resource, overrides: JsonObject = {}): Promise<JsonObject | undefined> {
    const serial = nextSerial();
    const wanted = { ...(await raw(resource, serial)), ...(await ownPeers(resource)), ...overrides };
    const whole = await fitting(resource, wanted, {
      pinned: Object.keys(overrides),
      before: resource.shape === "setting" ? unsaved(resource) : undefined,
      rows: [...(await rowsOf(resource)), ...(drafts.get(resource.kind) ?? [])],
      serial,
    });
    if (whole === undefined) return undefined;
    if (resource.peers !== undefined)
      drafts.set(resource.kind, [...(drafts.get(resource.kind) ?? []), whole]);
    await preparations[resource.kind]?.prepare(whole, join);
    return whole;
  }

  /** Rows that a rule holds against each other would soon fill a team: each sample has one of its own. */
  async function ownPeers(resource: Resource): Promise<JsonObject> {
    const entries: [string, Json][] = [];
    for (const name of resource.peers ?? []) {
      const field = resource.fields[name];
      if (field?.type === "reference") entries.push([name, (await row(resources[field.to] as Resource)).id]);
    }
    return Object.fromEntries(entries);
  }

  /** What the kind's rules compare a row with; nothing where they look at the row alone. */
  async function rowsOf(resource: Resource): Promise<readonly JsonObject[]> {
    if (resource.peers === undefined) return [];
    return (await config("GET", resource.kind)).body.data;
  }

  /** A value of a field that samples leave out, because a row is known by one key. */
  async function ofOtherKey(resource: Resource, name: string): Promise<Json> {
    return sampleOf(resource.fields[name] as ItemField, name, nextSerial(), reference);
  }

  interface Bounds {
    readonly pinned: readonly string[];
    readonly before?: View<JsonObject> | undefined;
    readonly rows?: readonly JsonObject[];
    readonly serial: number;
  }

  /** The body as the kind's own rules want it, with the pinned fields as they are; undefined where that cannot be. */
  async function fitting(resource: Resource, wanted: JsonObject, bounds: Bounds) {
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
    const straight = fitted(resource, at);
    if (straight !== undefined) return straight;
    const example = await exampleBody(resource, serial);
    const fixed = (name: string) => before !== undefined && resource.fields[name]?.fixed === true;
    const free = Object.keys(example).filter((name) => !pinned.includes(name) && !fixed(name));
    const others: [string, readonly Json[]][] = [];
    for (const name of free) others.push([name, await othersFor(resource, name, serial, example)]);
    const fallback = Object.fromEntries(free.map((name) => [name, example[name] as Json]));
    return fitted(resource, {
      ...at,
      others: Object.fromEntries(others),
      fallback: { ...wanted, ...fallback },
    });
  }

  /** Other values that a field may have: none, its default, the example's and like it, and samples. */
  async function othersFor(
    resource: Resource,
    name: string,
    serial: number,
    example: JsonObject,
  ): Promise<Json[]> {
    const field = resource.fields[name] as Field;
    if (field.type === "computed") return [];
    const values: (Json | undefined)[] = [];
    if (field.type === "secret") {
      values.push(null, secretOf(resource.fields, resource.kind, name, serial));
    } else {
      values.push(defaultOf(field), example[name]);
      for (const step of [0, 1, 7, jump]) values.push(await sampleOf(field, name, serial + step, reference));
      values.push(...likenesses(example[name], serial));
    }
    return values.filter((value) => value !== undefined);
  }

  /** The kind's example with every field that it leaves out, and with rows of these samples to point at. */
  async function exampleBody(resource: Resource, serial: number): Promise<JsonObject> {
    const { kind, example, fields, oneDefault } = resource;
    const ids = new Map<string, string>();
    for (const target of exampleOrder(kind, (other) => resources[other]?.example))
      if (target !== kind) ids.set(target, await reference(target, serial));
    const secrets = Object.keys(fields).filter((name) => fields[name]?.type === "secret");
    return {
      ...unsaved(resource).configuration,
      ...Object.fromEntries(secrets.map((name) => [name, null])),
      ...filledExample(example, (target) => ids.get(target) as string),
      ...(oneDefault === undefined ? {} : { [oneDefault.field]: false }),
    };
  }

  async function row(resource: Resource, overrides?: JsonObject): Promise<SampleRow> {
    const sent = await body(resource, overrides);
    const answer =
      resource.shape === "setting"
        ? await config("PUT", resource.kind, { body: sent })
        : await config("POST", resource.kind, { body: sent });
    if (answer.status !== 201 && answer.status !== 200) {
      throw new Error(
        `a sample of ${resource.kind} was refused: ${answer.text}\nsent: ${JSON.stringify(sent)}`,
      );
    }
    const id = resource.shape === "setting" ? resource.kind : String(answer.body.id);
    return { id, path: pathOf(resource, id), sent, answer };
  }

  /**
   * What to send so that `field` moves away from what it is in `now`, with the fields that have to move
   * along; undefined where the row's rules tie it down.
   */
  async function moved(resource: Resource, now: JsonObject, name: string): Promise<JsonObject | undefined> {
    const field = resource.fields[name];
    if (field === undefined || field.type === "computed") return undefined;
    for (let step = 1; step <= 12; step += 1) {
      const serial = serials + step * jump;
      const value =
        field.type === "secret"
          ? secretOf(resource.fields, resource.kind, name, serial)
          : await sampleOf(field, name, serial, reference);
      for (const candidate of [value, ...likenesses(resource.example[name] as Json, serial)]) {
        if (same(candidate, now[name])) continue;
        const change = await changeTo(resource, now, name, candidate);
        if (change !== undefined) return change;
      }
    }
    return undefined;
  }

  /** What to send to set one field, with what has to follow; undefined where the rules would not have it. */
  async function changeTo(
    resource: Resource,
    now: JsonObject,
    name: string,
    value: Json,
  ): Promise<JsonObject | undefined> {
    // A field that only a new row can have is moved by making one.
    const anew = resource.fields[name]?.fixed === true || !resource.verbs.includes("update");
    const settable = settableOf(resource, now);
    const rows = await rowsOf(resource);
    const own = rows.filter((row) => resource.naturalKey.every((key) => same(row[key], now[key])));
    const after = await fitting(
      resource,
      { ...settable, [name]: value },
      {
        pinned: [name],
        before: anew ? undefined : viewOf(resource, now),
        // Without the row itself among them nobody knows which of them are others.
        rows: own.length === 0 ? [] : rows.filter((row) => !own.includes(row)),
        serial: serials,
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

function settableOf({ fields }: Resource, now: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(now).filter(([name]) => fields[name] !== undefined && fields[name]?.type !== "computed"),
  );
}

/** The row as rules see it, by its own answer or by the body that made it. */
function viewOf(resource: Resource, now: JsonObject): View<JsonObject> {
  const { configuration } = unsaved(resource);
  const known = (type: (field: Field) => boolean) =>
    Object.fromEntries(
      Object.entries(now).filter(([name]) => {
        const field = resource.fields[name];
        return field !== undefined && type(field);
      }),
    );
  const secrets = Object.keys(resource.fields).filter((name) => resource.fields[name]?.type === "secret");
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
export function pathOf(resource: Resource, id: string): string {
  return resource.shape === "setting" ? resource.kind : `${resource.kind}/${encodeURIComponent(id)}`;
}

export function nextSerial(): number {
  serials += 1;
  return serials;
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
