/**
 * What a service is called in each telemetry backend, field by field: its binding wins over what was
 * discovered, and that over the naming convention. Only the binding of this very service and environment
 * counts: it is keyed by both, so one without an environment does not stand in for another.
 */

import type { InputFields } from "../../../engine/input.ts";
import { sameJson } from "../../../kernel/equal.ts";
import { choice, defaultOf, type ItemField, type Json, object, text } from "../../../kernel/field.ts";
import type { JsonObject } from "../../../kernel/validate.ts";

type Origin = "override" | "discovery" | "convention" | "unbound";

/** What OpenTelemetry calls a service's spans when nobody says otherwise. */
const conventions: Readonly<Record<string, (service: string) => Json>> = {
  trace_service_names: (service) => [service],
};

const pins = ["account_id", "region"];
const pinNote = "Pins logs and metrics only; traces are searched in every account.";

export function resolveFields(
  fields: InputFields,
  service: string,
  bound: JsonObject | undefined,
  discovered: JsonObject | undefined,
): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const found = resolveField(name, field, service, bound?.[name], discovered?.[name]);
      return [name, { ...found, ...(pins.includes(name) ? { note: pinNote } : {}) }];
    }),
  );
}

/** An empty list is a value, and says that there is nothing; null, and an empty filter, say nothing. */
function resolveField(
  name: string,
  field: ItemField,
  service: string,
  bound: Json | undefined,
  discovered: Json | undefined,
): { readonly value: Json; readonly origin: Origin } {
  const nothing = defaultOf(field) ?? null;
  const says = (value: Json | undefined): value is Json => value !== undefined && !sameJson(value, nothing);
  if (says(bound)) return { value: bound, origin: "override" };
  if (says(discovered)) return { value: discovered, origin: "discovery" };
  const convention = conventions[name];
  if (convention !== undefined) return { value: convention(service), origin: "convention" };
  return { value: nothing, origin: "unbound" };
}

/** The shape of each field's resolution, for documents. */
export function resolvedShape(fields: InputFields): InputFields {
  const origin = choice({
    description: "Where it comes from: a binding, discovery, the naming convention, or nowhere.",
    choices: ["override", "discovery", "convention", "unbound"],
  });
  const note = text({ description: "What the pin does not hold for." });
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      object({
        description: value.description,
        fields: { value, origin, ...(pins.includes(name) ? { note } : {}) },
      }),
    ]),
  );
}
