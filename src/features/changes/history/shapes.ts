/** What histories of rows take and answer, at every door. */
import { recordHeadFields } from "../../../engine/audit-record.ts";
import type { InputFields } from "../../../engine/input.ts";
import { nextCursor, pageInput } from "../../../engine/page.ts";
import { oldAnswer } from "../../../kernel/deprecation.ts";
import {
  boolean,
  choice,
  type Fields,
  integer,
  list,
  object,
  text,
  timestamp,
} from "../../../kernel/field.ts";

export const defaultLimit = 20;
const maxLimit = 100;

/** The row that is meant, in the path of both calls. */
export function targetFields(kinds: readonly string[]) {
  return {
    kind: choice({ description: "The kind of the row.", choices: kinds }),
    id: text({ description: "The row's id; of a setting its kind.", max: 512 }),
  } as const satisfies InputFields;
}

export const versionsInput = pageInput({ of: "versions", standard: defaultLimit, most: maxLimit });

export const restoreInput = {
  sequence: integer({
    description: "The record after which the row was as it should be again.",
    min: 1,
  }),
} as const satisfies InputFields;

const version = object({
  description: "What one call did to the row.",
  fields: {
    ...recordHeadFields,
    plan_id: text({
      description: "The plan that it was a part of; null where it was a single write.",
      nullable: true,
    }),
    fields: list({
      description:
        "What changed, each with `before` and `after`. At a creation, what is not the default; at a deletion, what was not null.",
      max: Number.MAX_SAFE_INTEGER,
      items: object({
        description: "One field: its path, and its values before and after. References are ids.",
        open: true,
        fields: { path: text({ description: "The field's name." }) },
      }),
    }),
    secrets: object({
      description: "Secrets that changed, by field: set, changed or cleared. No value is kept.",
      fields: {},
      open: true,
    }),
    configuration: object({
      description:
        "Every settable field of the row as it was then, secrets apart; null where there was no row.",
      fields: {},
      open: true,
      nullable: true,
    }),
  },
});

export const historyFields = {
  kind: text({ description: "The kind of the row." }),
  resource: text({ description: "As kind.", deprecated: oldAnswer("kind") }),
  id: text({ description: "The row's id." }),
  key: object({
    description:
      "The row's natural key, as it is or was last; a part that refers to another row is that row's natural key. Empty for a setting.",
    fields: {},
    open: true,
  }),
  present: boolean({ description: "Whether the row is there now. A setting always is." }),
  complete: boolean({
    description:
      "Whether these are all versions that there were; false where older ones may have been removed.",
  }),
  kept_since: timestamp({
    description:
      "Where the history is not complete: no version that was removed is as young as this, as far as that is known.",
    nullable: true,
  }),
  data: list({ description: "The versions, newest first.", max: maxLimit, items: version }),
  next_cursor: nextCursor,
} satisfies Fields;
