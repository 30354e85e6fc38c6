/** What comes back from Git, and was pushed by the service: merged there, it says nothing of what is to become of the rows. Pure. */
import type { RowChange } from "../../../engine/plan/differences.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Looked } from "./pending.ts";
import { nameOf } from "./renamed.ts";

/**
 * @param old the plan of the files when both sides were last alike @param now that of the files as they are
 * @param own those of what was pushed since
 * @returns `now` without what is as one of those said it, and not as it was before: rows had it then, and people here have
 * changed it since
 */
export function withoutOwn(old: Looked, now: Looked, own: readonly Looked[]): Looked {
  const before = byName(old);
  const pushed = own.map(byName);
  const changes = now.difference.changes.flatMap((change) => {
    const name = nameOf(change);
    const was = before.get(name);
    const ours = pushed
      .flatMap((one) => one.get(name) ?? [])
      .filter(({ action }) => action === change.action);
    if (change.action === "create" || change.action === "delete") {
      const isOwn = !isSame(change, was) && ours.some((one) => isSame(change, one));
      return isOwn ? [] : [change];
    }
    const fields = change.fields.filter((field) => isIn(field, was) || !ours.some((one) => isIn(field, one)));
    const isLeft = fields.length > 0 || change.fields.length === 0 || Object.keys(change.secrets).length > 0;
    return isLeft ? [{ ...change, fields }] : [];
  });
  return { ...now, difference: { ...now.difference, changes } };
}

const byName = ({ difference }: Looked) => new Map(difference.changes.map((one) => [nameOf(one), one]));

function isSame({ action, fields }: RowChange, other: RowChange | undefined): boolean {
  const after = (of: RowChange["fields"]) => Object.fromEntries(of.map(({ path, after }) => [path, after]));
  return other?.action === action && sameJson(after(fields), after(other.fields));
}

function isIn({ path, after }: RowChange["fields"][number], other: RowChange | undefined): boolean {
  return other?.fields.some((one) => one.path === path && sameJson(one.after, after)) === true;
}
