/** How good or bad a state is, as its field says. */
import type { BooleanField, ChoiceField, Field, ItemField, Json, Tone } from "../../src/kernel/field.ts";

/** A field that tells a state: it is drawn with a dot, and not as a word alone. */
export type StateField = (ChoiceField | BooleanField) & { readonly tones: object };

export function isState(shape: ItemField): shape is StateField {
  return (shape.type === "choice" || shape.type === "boolean") && shape.tones !== undefined;
}

/** The tone of a value, where its field gives it one. */
export function toneOf({ tones }: StateField, value: Json): Tone | undefined {
  return (tones as Readonly<Record<string, Tone>>)[String(value)];
}

/** The fields of a kind by which its rows can be in trouble: a worse choice stands beside better ones. */
export function statesOf(fields: Readonly<Record<string, Field>>): [string, StateField][] {
  return Object.entries(fields).flatMap(([name, field]): [string, StateField][] => {
    if (field.type === "secret") return [];
    const shape = field.type === "computed" ? field.shape : field;
    return shape.type === "choice" && isState(shape) ? [[name, shape]] : [];
  });
}
