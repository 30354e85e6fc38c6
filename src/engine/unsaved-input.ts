/** The input of operations that answer what a row would do before it is saved. */
import { type Fields, text } from "../kernel/field.ts";
import type { Kind } from "../kernel/kind.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { readInput } from "./input.ts";
import type { InputShape } from "./operation.ts";

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
