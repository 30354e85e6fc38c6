/** What audit records look like to callers; for the log and for histories of rows. */

import { doors } from "../kernel/access.ts";
import { choice, type Fields, integer, list, object, text, timestamp } from "../kernel/field.ts";
import type { JsonObject } from "../kernel/validate.ts";
import type { AuditRecord } from "./ports/audit.ts";

/** Who did it, when and by which call. */
export const recordHeadFields = {
  sequence: integer({ description: "The record's number; newer records have higher ones.", min: 1 }),
  at: timestamp({ description: "When it happened (RFC 3339, UTC)." }),
  actor: object({
    description: "Who did it, as it was called then.",
    fields: {
      kind: choice({
        description: "What it was.",
        choices: ["key", "user", "token", "operator", "service"],
      }),
      id: text({ description: "The id of the key, token or user.", min: 0 }),
      name: text({ description: "Its name at the time.", min: 0 }),
    },
  }),
  door: choice({
    description: "The door it came through; service where the service did it by itself.",
    choices: doors,
  }),
  action: text({ description: "The action, such as update_team." }),
  run: text({
    description: "The run that it was a part of, as its caller named it; null where they named none.",
    nullable: true,
  }),
} satisfies Fields;

/** What one record changed; `before` and `after` may be any JSON. */
export const changesField = list({
  description: "What changed, field by field.",
  max: 1_000,
  items: object({
    description:
      "One field: its values before and after, or for a secret only whether it was set, changed or cleared.",
    open: true,
    fields: {
      field: text({ description: "The field's name." }),
      secret: choice({
        description: "What became of a secret.",
        choices: ["set", "changed", "cleared"],
        optional: true,
      }),
    },
  }),
});

export function recordHead({ sequence, at, actor, door, action, run }: AuditRecord): JsonObject {
  return {
    sequence,
    at: at.toISOString(),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    action,
    run: run ?? null,
  };
}
