/**
 * Valid bodies for any kind, made from its fields: deterministic, with a natural key that no other call
 * gave, and with the rows that they point at made through the API first.
 */
import type { Json } from "../../src/kernel/field.ts";
import { isConfiguration } from "../../src/kernel/field.ts";
import type { Resource } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { preparations, repairs } from "./sample-rules.ts";
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

  /** A row to point at: two of each kind, made when first asked for. */
  const reference: References = (kind, serial) => {
    const which = `${kind}/${serial % 2}`;
    const made = pointedAt.get(which) ?? row(resources[kind] as Resource).then(({ id }) => id);
    pointedAt.set(which, made);
    return made;
  };

  /** Every settable field, filled in; neither repaired nor prepared for. */
  async function raw(resource: Resource, serial = nextSerial()): Promise<JsonObject> {
    const entries: [string, Json][] = [];
    for (const [name, field] of Object.entries(resource.fields)) {
      if (field.type === "secret")
        entries.push([name, secretOf(resource.fields, resource.kind, name, serial)]);
      // A default takes the place of another; samples leave each other alone.
      else if (name === resource.oneDefault?.field) entries.push([name, false]);
      else if (isConfiguration(field)) entries.push([name, await sampleOf(field, name, serial, reference)]);
    }
    return Object.fromEntries(entries);
  }

  /** A body that creates a row, or saves a setting. */
  async function body(resource: Resource, overrides: JsonObject = {}): Promise<JsonObject> {
    const whole = repaired(resource, { ...(await raw(resource)), ...overrides });
    await preparations[resource.kind]?.prepare(whole, join);
    return whole;
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
      const change = changeBetween(now, repaired(resource, { ...now, [name]: value }));
      if (Object.hasOwn(change, name)) return change;
    }
    return undefined;
  }

  return { raw, body, row, moved, reference };
}

/** What to send to set one field, with what has to follow; undefined where the rules would not have it. */
export function changeTo(
  resource: Resource,
  now: JsonObject,
  name: string,
  value: Json,
): JsonObject | undefined {
  const after = repaired(resource, { ...now, [name]: value });
  return same(after[name], value) ? { ...changeBetween(now, after), [name]: value } : undefined;
}

function changeBetween(now: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => !same(value, now[name])));
}

/** The body as the kind's own rules want it. */
export function repaired(resource: Resource, body: JsonObject): JsonObject {
  return { ...body, ...repairs[resource.kind]?.repair(body) };
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
