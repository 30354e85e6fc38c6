import { defineCollection } from "../../src/kernel/define-kind.ts";
import type { Fields } from "../../src/kernel/field.ts";
import type { Kind } from "../../src/kernel/kind.ts";

/** A kind that the registry does not have, for what no kind of it shows. */
export function madeUpKind(kind: string, naturalKey: readonly string[], fields: Fields): Kind {
  return defineCollection({
    kind,
    title: kind,
    group: "Organization",
    description: "A kind of a test.",
    level: "admin",
    idPrefix: kind,
    naturalKey,
    fields,
    example: {} as never,
  } as never);
}
