/** What is asked about a form before it is saved. */
import { mustBeSent } from "../../../src/kernel/field.ts";
import { appliesTo } from "../../../src/kernel/members.ts";
import type { Definition } from "../../../src/surfaces/console/definitions.ts";
import type { Draft } from "../../forms/draft.ts";
import type { RowForm } from "../../forms/form-state.ts";
import { labelIn } from "../../forms/variant.ts";
import { words } from "../../parts/words.ts";

/** What a save would send: of a row that is there, what is changed. */
export function inputOf({ base, start, draft }: RowForm): Draft {
  return base === undefined ? { ...start, ...draft } : { id: String(base.row.id), ...draft };
}

/** Without what the row is called and whether it is on: no test depends on that. */
export function concerned({ fields, naturalKey }: Definition, input: Draft): Draft {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => {
      const field = fields[name];
      return !naturalKey.includes(name) && !(field?.type === "boolean" && field.switch === true);
    }),
  );
}

/** Why nothing can be asked yet, with the way out. */
export function hindranceOf({ fields }: Definition, form: RowForm): string | undefined {
  const label = (path: string) => {
    const [name = "", member] = path.split(/[.[]/);
    return member === undefined ? labelIn(form.decided, name, fields[name]) : words(member);
  };
  const empty = Object.entries(fields).flatMap(([name, field]) => {
    if (!mustBeSent(field) || !appliesTo(field, form.whole)) return [];
    const value = form.whole[name];
    return value === undefined || value === null || value === "" ? [name] : [];
  });
  // What no connection can be made without, although a row may be saved so.
  const missing = [...new Set([...empty, ...form.unchosen.keys()])];
  if (missing.length > 0) return `Fill in first: ${missing.map(label).join(", ")}`;
  const unread = [...new Set([...form.unread.keys()].map((path) => path.split(/[.[]/)[0] ?? path))];
  return unread.length === 0 ? undefined : `Fix first: ${unread.map(label).join(", ")}`;
}
