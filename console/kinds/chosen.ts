/** Fields that somebody chooses in the form of a new row, though their kind has a default: others read at once what is saved. */
import type { Definition } from "../../src/surfaces/console/definitions.ts";

const chosen: Readonly<Record<string, readonly string[]>> = { status_page_incidents: ["status"] };

export function chosenFields({ kind }: Definition): readonly string[] {
  return chosen[kind] ?? [];
}

/** As the form of a new row shows it: without the defaults of those fields. */
export function withoutDefaults(definition: Definition): Definition {
  const names = chosenFields(definition);
  if (names.length === 0) return definition;
  const fields = Object.entries(definition.fields).map(([name, field]) => {
    if (!names.includes(name) || field.type !== "choice") return [name, field];
    const { default: _, ...asked } = field;
    return [name, asked];
  });
  return { ...definition, fields: Object.fromEntries(fields) };
}
