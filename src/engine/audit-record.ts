/** What audit records look like to callers, and the cursors of their pages; for the log and for histories of rows. */

import { doors } from "../kernel/access.ts";
import { choice, type Fields, integer, list, object, text, timestamp } from "../kernel/field.ts";
import { foreignCursor } from "../kernel/problem.ts";
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

/** A cursor is the last sequence shown: newer records have higher ones, so they shift nothing. */
export function cursorOf(sequence: number): string {
  return Buffer.from(String(sequence)).toString("base64url");
}

/**
 * The sequence below which a page begins; without a cursor all records are.
 * @throws Refusal `unprocessable` where the cursor is not ours
 */
export function sequenceBelow(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const digits = Buffer.from(cursor, "base64url").toString("latin1");
  if (/^[1-9]\d{0,15}$/.test(digits) && cursorOf(Number(digits)) === cursor) return Number(digits);
  throw foreignCursor();
}
