/** What an operation that is no verb over rows was given. */
import { type Fields, type ItemField, type Json, text } from "../kernel/field.ts";
import type { Kind, Verb } from "../kernel/kind.ts";
import { parseBody } from "../kernel/parse-body.ts";
import { type Problem, Refusal, unprocessable } from "../kernel/problem.ts";
import type { ValueOf } from "../kernel/row-types.ts";
import type { Pieces } from "../kernel/time-slices.ts";
import { checkValue, type JsonObject, maxProblems } from "../kernel/validate.ts";

/** Either a verb over a kind, whose shape follows from the definition, or fields of its own. */
export type InputShape =
  | { readonly definition: Kind; readonly verb: Verb }
  /** `update` fills in no defaults. `open`: it may hold more than the fields, which is passed over. */
  | { readonly fields: Fields; readonly mode?: "create" | "update"; readonly open?: true };

export type InputFields = Readonly<Record<string, ItemField>>;

export type InputOf<F extends InputFields> = {
  readonly [K in keyof F]: F[K] extends { readonly optional: true }
    ? ValueOf<F[K]> | undefined
    : ValueOf<F[K]>;
};

/**
 * The body with the present word in the place of an older one.
 * @throws Refusal 422 where both are sent
 */
export function inPresentWords(input: InputShape, body: JsonObject): JsonObject {
  if (!("fields" in input)) return body;
  const old = Object.entries(input.fields).flatMap(([name, { deprecated }]) =>
    deprecated?.means === undefined || !Object.hasOwn(body, name) ? [] : [[name, deprecated.means] as const],
  );
  if (old.length === 0) return body;
  const twice = old.filter(([, means]) => Object.hasOwn(body, means));
  if (twice.length > 0) throw unprocessable(twice.map(([name, means]) => saidTwice(name, means)));
  // What is wrong with a value is said of the word that was sent.
  const sent = new Set(old.map(([name]) => name));
  const only = (all: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => sent.has(name)));
  const { problems } = parseBody(only(input.fields) as Fields, only(body) as JsonObject, "update");
  if (problems.length > 0) throw unprocessable(problems);
  const present = new Map(old);
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [present.get(name) ?? name, value]));
}

/** The refusal with the older words that were sent, where it is about the present ones. */
export function inSentWords(error: unknown, input: InputShape, body: JsonObject): unknown {
  if (!(error instanceof Refusal) || !("fields" in input)) return error;
  const problems = error.detail.fields ?? [];
  const sent = new Map(
    Object.entries(input.fields).flatMap(([name, { deprecated }]) =>
      deprecated?.means !== undefined && Object.hasOwn(body, name) ? [[deprecated.means, name] as const] : [],
    ),
  );
  if (!problems.some(({ field }) => sent.has(field))) return error;
  return unprocessable(problems.map((one) => ({ ...one, field: sent.get(one.field) ?? one.field })));
}

/** What is wrong with a field that is sent next to the one that has taken its place. */
export function saidTwice(old: string, present: string): Problem {
  return { field: old, message: `is the old way to say ${present}; send ${present} alone` };
}

/** What the fields name of a body. */
export function knownOf(fields: InputFields, body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(fields, name)));
}

/** Reads it by the one validator, defaults filled in; 422 names every problem. */
export function readInput<const F extends InputFields>(fields: F, body: JsonObject): InputOf<F> {
  const { configuration, problems } = parseBody(fields as Fields, body, "create");
  if (problems.length > 0) throw unprocessable(problems);
  return configuration as InputOf<F>;
}

/** What was read of a body whose list may have items that are wrong. */
export interface EachRead<F extends InputFields> {
  /** With the items that are right. */
  readonly input: InputOf<F>;
  /** What is wrong with the first of the others. */
  readonly refused: readonly Problem[];
  /** How many others there are. */
  readonly refusals: number;
}

/**
 * Reads a body of which the items of one list are read each by itself: a bad one refuses no other.
 * @throws Refusal 422 where something else is wrong, or every item is
 */
export function* readEach<const F extends InputFields>(
  fields: F,
  body: JsonObject,
  name: keyof F & string,
): Pieces<EachRead<F>> {
  const items = body[name];
  const field = fields[name] as F[typeof name];
  if (!Array.isArray(items) || !(field.type === "list" && items.length <= field.max))
    return { input: readInput(fields, body), refused: [], refusals: 0 };
  const whole = readInput(fields, { ...body, [name]: [] });
  const right: Json[] = [];
  const refused: Problem[] = [];
  for (const [at, item] of items.entries()) {
    yield;
    const problems: Problem[] = [];
    const read = checkValue(field.items, item, `${name}[${at}]`, problems, []);
    const [problem] = problems;
    if (problem === undefined) right.push(read);
    else if (refused.length < maxProblems) refused.push(problem);
  }
  const refusals = items.length - right.length;
  if (right.length === 0 && refusals > 0) throw unprocessable(refused);
  return { input: { ...whole, [name]: right }, refused, refusals };
}

const idField = {
  id: text({
    description: "The row that the settings are put over; leave it out for a new one.",
    max: 512,
    optional: true,
  }),
} as const;

/** The kind's settings, and the row that they are put over; what they have to be is the engine's matter (`drafted`). */
export function unsavedInput({ fields }: Kind): InputShape {
  const settable: Fields = Object.fromEntries(
    Object.entries(fields).filter(([, { type }]) => type !== "computed"),
  );
  return { fields: { ...idField, ...settable }, mode: "update" };
}

export function readUnsaved({ id, ...settings }: JsonObject): {
  readonly id: string | undefined;
  readonly settings: JsonObject;
} {
  return { id: readInput(idField, id === undefined ? {} : { id }).id, settings };
}
