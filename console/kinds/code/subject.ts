import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";

/** What is shown as code: a row, with what somebody has changed in its form. */
export interface Subject {
  readonly definition: Definition;
  /** Undefined while the row is being made. */
  readonly row: JsonObject | undefined;
  readonly etag: string | undefined;
  readonly draft: JsonObject;
}

/** A secret in a draft never stands in a text that is made to be copied. */
export function withoutSecrets(subject: Subject): Subject {
  const { definition, draft } = subject;
  const shown = Object.entries(draft).map(([name, value]) =>
    definition.fields[name]?.type === "secret" && value !== null
      ? [name, definition.fields[name].shape === "object" ? { "…": "…" } : "…"]
      : [name, value],
  );
  return { ...subject, draft: Object.fromEntries(shown) };
}
