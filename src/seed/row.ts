/** The words in which rows to seed are written: bodies that name other rows, and what happens to a row next. */
import type { Json } from "../kernel/field.ts";

export interface SeedRow {
  readonly kind: string;
  readonly body: Body;
  /** What happens to the row once it is there, in this order. Only who made the row does it. */
  readonly then: readonly Step[];
  /** How long ago it was made, in an organization that the demo may give a past. */
  readonly minutes: number;
}

/** A value of a body; one that only the moment of writing knows is a function of it. */
export type Value = Json | Known | readonly Value[] | { readonly [name: string]: Value };
export type Body = { readonly [field: string]: Value };
export type Known = (moment: SeedContext) => Json;

export interface SeedContext {
  readonly now: Date;
  /** The organization's slug, which is unique in the installation. */
  readonly slug: string;
  /** The id of a row that is there already, by its natural key. */
  idOf(kind: string, key: readonly string[]): string;
}

export type Step =
  /** What a checker saw of the row, some minutes ago. */
  | { readonly step: "report"; readonly state: Body; readonly minutes: number }
  /** A change of the row itself, so many minutes after it was made. */
  | { readonly step: "update"; readonly body: Body; readonly after: number }
  /** Another action of the kind's own. */
  | { readonly step: "run"; readonly action: string; readonly body: Body }
  /** A row of the same kind that comes and goes: all that is left of it is its story in the audit log. */
  | { readonly step: "pass"; readonly body: Body };

/** Most was there before the month that the demo shows began. */
const fromTheStart = 31 * 24 * 60;

export function row(kind: string, body: Body, ...then: readonly Step[]): SeedRow {
  return { kind, body, then, minutes: fromTheStart };
}

/** Rows that were made so many minutes ago. */
export function madeAgo(minutes: number, rows: readonly SeedRow[]): SeedRow[] {
  return rows.map((one) => ({ ...one, minutes }));
}

export function rows(kind: string, bodies: readonly Body[]): SeedRow[] {
  return bodies.map((body) => row(kind, body));
}

/** The id of another row, named by its kind and natural key. */
export function ref(kind: string, ...key: readonly string[]): Known {
  return ({ idOf }) => idOf(kind, key);
}

/** A time before that of writing. Only reports hold such times: settings are the same whenever they are written. */
export function ago(minutes: number): Known {
  return ({ now }) => new Date(now.getTime() - minutes * 60_000).toISOString();
}

export function ahead(days: number): Known {
  return ago(-days * 24 * 60);
}

export function report(state: Body, minutes = 0): Step {
  return { step: "report", state, minutes };
}

export function update(body: Body, after = 0): Step {
  return { step: "update", body, after };
}

export function run(action: string, body: Body): Step {
  return { step: "run", action, body };
}

export function pass(body: Body): Step {
  return { step: "pass", body };
}

/** The body as it is sent. */
export function known(body: Body, moment: SeedContext): { readonly [field: string]: Json } {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, knownValue(value, moment)]));
}

function knownValue(value: Value, moment: SeedContext): Json {
  if (typeof value === "function") return value(moment);
  if (Array.isArray(value)) return value.map((item: Value) => knownValue(item, moment));
  if (typeof value === "object" && value !== null) return known(value as Body, moment);
  return value as Json;
}
