/** What is asked about a form before it is saved. */
import { mustBeSent } from "../../../src/kernel/field.ts";
import { appliesTo } from "../../../src/kernel/members.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { Draft } from "../../forms/draft.ts";
import type { RowForm } from "../../forms/form-state.ts";
import { labelOf } from "../../parts/words.ts";

/** What a save would send: of a row that is there, what is changed. */
export function inputOf({ base, start, draft }: RowForm): Draft {
  return base === undefined ? { ...start, ...draft } : { id: String(base.row.id), ...draft };
}

/** Why nothing can be asked yet, with the way out. */
export function hindranceOf({ fields }: Definition, form: RowForm): string | undefined {
  const missing = Object.entries(fields).flatMap(([name, field]) => {
    if (!mustBeSent(field) || !appliesTo(field, form.whole)) return [];
    const value = form.whole[name];
    const empty = value === undefined || value === null || value === "";
    return empty ? [labelOf(name, field)] : [];
  });
  if (missing.length > 0) return `Fill in first: ${missing.join(", ")}`;
  const unread = [...new Set([...form.unread.keys()].map((path) => path.split(/[.[]/)[0] ?? path))];
  return unread.length === 0
    ? undefined
    : `Fix first: ${unread.map((name) => labelOf(name, fields[name])).join(", ")}`;
}
