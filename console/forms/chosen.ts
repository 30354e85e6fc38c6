import type { Definition } from "../../src/surfaces/console/definitions.ts";

/** The definition as the form of a new row shows it: without the defaults of fields that somebody has to choose. */
export function withoutDefaults(definition: Definition, chosen: readonly string[]): Definition {
  const fields = Object.entries(definition.fields).map(([name, field]) => {
    if (!chosen.includes(name) || field.type !== "choice") return [name, field];
    const { default: _, ...required } = field;
    return [name, required];
  });
  return { ...definition, fields: Object.fromEntries(fields) };
}
