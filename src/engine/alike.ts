/** Rows that people take for one another, because their names differ by case or by blanks at an end only. */
import { grouped } from "../kernel/grouped.ts";
import { differenceOf, likeness } from "../kernel/names.ts";
import type { Registry, RowMove } from "./feature.ts";
import { keyOfRow } from "./plan/bundle-entry.ts";
import type { PlanNotice } from "./plan/edits.ts";
import type { Reader } from "./ports/rows.ts";
import { keyFieldsOf } from "./row-facts.ts";

/** Says it of rows that get such a name. @param reader shows rows as they were before */
export async function alikeIn(
  definitions: Registry,
  reader: Pick<Reader, "keysLike">,
  organizationId: string,
  moves: readonly RowMove[],
): Promise<PlanNotice[]> {
  const notices: PlanNotice[] = [];
  for (const [kind, moved] of grouped(moves, (one) => one.kind)) {
    const definition = definitions[kind];
    const field = definition?.naturalKey.findLast((name) => definition.fields[name]?.type === "text");
    const named = moved.flatMap(({ id, before, now }) =>
      now?.naturalKey && now.naturalKey !== before?.naturalKey
        ? [{ id, naturalKey: now.naturalKey, now }]
        : [],
    );
    if (definition === undefined || field === undefined || named.length === 0) continue;
    const keys = named.map(({ naturalKey }) => naturalKey);
    const gone = new Set(moved.map(({ id }) => id));
    const others = [
      ...(await reader.keysLike(organizationId, kind, keys)).filter(({ id }) => !gone.has(id)),
      ...moved.flatMap(({ id, now }) => (now?.naturalKey ? [{ id, naturalKey: now.naturalKey }] : [])),
    ];
    const near = grouped(others, ({ naturalKey }) => likeness(definition, naturalKey));
    for (const { id, naturalKey, now } of named) {
      const other = near
        .get(likeness(definition, naturalKey))
        ?.find((one) => one.id !== id && one.naturalKey !== naturalKey)?.naturalKey;
      if (other === undefined) continue;
      const shown = JSON.stringify(keyFieldsOf(definition, other));
      const message = `differs from that of the row ${shown} by ${differenceOf(naturalKey, other)}, so that people take one for the other; rename one of them, unless both are meant`;
      notices.push({ kind, id, key: keyOfRow(definition, now), field, reason: "alike", message });
    }
  }
  return notices;
}
