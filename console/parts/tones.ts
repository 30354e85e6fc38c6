/** How good or bad a state is, as its field says. */
import type { BooleanField, ChoiceField, Field, ItemField, Json, Tone } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

/** A field that shows a state: it is drawn with a dot, and not as a word alone. */
export type StateField = (ChoiceField | BooleanField) & { readonly tones: object };

export function isState(shape: ItemField): shape is StateField {
  return (shape.type === "choice" || shape.type === "boolean") && shape.tones !== undefined;
}

/** The tone of a value, where its field gives it one. */
export function toneOf({ tones }: StateField, value: Json): Tone | undefined {
  return (tones as Readonly<Record<string, Tone>>)[String(value)];
}

/** The fields of a kind by which its rows can be in trouble: a worse choice stands next to better ones. */
export function statesOf(fields: Readonly<Record<string, Field>>): [string, StateField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, StateField][] => {
    if (field.type === "secret") return [];
    const shape = field.type === "computed" ? field.shape : field;
    return shape.type === "choice" && isState(shape) ? [[name, shape]] : [];
  });
}

/** The field that switches a row on and off, where the kind has one. */
export function switchOf(fields: Readonly<Record<string, Field>>): string | undefined {
  return Object.keys(fields).find((name) => {
    const field = fields[name];
    return field?.type === "boolean" && field.switch === true;
  });
}

export function isOff(fields: Readonly<Record<string, Field>>, row: JsonObject): boolean {
  return row[switchOf(fields) ?? ""] === false;
}

export interface State {
  readonly value: string;
  readonly tone: Tone;
}

/** The state by which the row most needs attention; undefined where none does, or where it is switched off. */
export function troubleOf(fields: Readonly<Record<string, Field>>, row: JsonObject): State | undefined {
  return statesOf(fields)
    .filter(([name, shape]) => !isOff(fields, row) || needsDecision(shape, row[name]))
    .map(([name, shape]): State => {
      const value = row[name] ?? null;
      return { value: String(value), tone: toneOf(shape, value) ?? "quiet" };
    })
    .filter(({ tone }) => rankOf(tone) < 2)
    .sort((a, b) => rankOf(a.tone) - rankOf(b.tone))[0];
}

/** By why the row needs attention; without that, the state that it is in, or that it is switched off. */
export function stateOf(fields: Readonly<Record<string, Field>>, row: JsonObject): State | undefined {
  const trouble = troubleOf(fields, row);
  if (trouble !== undefined) return trouble;
  if (isOff(fields, row)) return { value: "off", tone: "quiet" };
  const [name, shape] = statesOf(fields)[0] ?? [];
  if (name === undefined || shape === undefined) return undefined;
  const value = row[name] ?? null;
  return { value: String(value), tone: toneOf(shape, value) ?? "quiet" };
}

function needsDecision(shape: StateField, value: Json | undefined): boolean {
  return shape.type === "choice" && shape.needsDecision?.includes(String(value)) === true;
}

/** The worst first. */
export function rankOf(tone: Tone): number {
  return { bad: 0, warning: 1, good: 2, quiet: 2 }[tone];
}

/** Whether a field of a row is about a failure that is over: an integration keeps what last went wrong after it works again. */
export function isPastFailure(name: string, { health_status }: JsonObject): boolean {
  return name.startsWith("last_error_") && health_status === "healthy";
}
