/** Warns of rows that get a name which differs from that of another row by case or blanks at an end only. */
import { grouped } from "../../kernel/grouped.ts";
import type { Registry } from "../feature.ts";
import { alikeAmong } from "../write/alike.ts";
import { keyOfRow } from "./bundle-entry.ts";
import type { PlanNotice } from "./edits.ts";
import type { Stage } from "./stage.ts";

export async function alikeIn(
  definitions: Registry,
  stage: Stage,
  organizationId: string,
): Promise<PlanNotice[]> {
  const named = stage.changed.flatMap(({ kind, id, before, now }) =>
    now?.naturalKey && now.naturalKey !== before?.naturalKey
      ? [{ kind, id, naturalKey: now.naturalKey, now }]
      : [],
  );
  const notices: PlanNotice[] = [];
  for (const [kind, rows] of grouped(named, (one) => one.kind)) {
    const definition = definitions[kind];
    if (definition === undefined) continue;
    const alike = await alikeAmong(stage, organizationId, definition, rows);
    for (const { id, now } of rows) {
      const said = alike.get(id);
      if (said !== undefined)
        notices.push({ kind, key: keyOfRow(definition, now), reason: "alike", ...said });
    }
  }
  return notices;
}
