/** What hooks preview of rows that would change, as warnings of the plan. */

import type { Call } from "../context.ts";
import type { Hooks, Registry } from "../feature.ts";
import { naturalKeyObject } from "./bundle-entry.ts";
import type { PlanNotice } from "./edits.ts";
import type { Stage } from "./stage.ts";

export async function previewedIn(
  definitions: Registry,
  hooks: Hooks,
  call: Call,
  stage: Stage,
): Promise<PlanNotice[]> {
  const { changed } = stage;
  const kinds = [...new Set(changed.map(({ kind }) => kind))];
  const notices: PlanNotice[] = [];
  for (const kind of kinds) {
    // All that changes is passed on: what follows from a row may depend on the rows of another kind.
    for (const { id, ...notice } of (await hooks.of(kind).preview?.(call, changed)) ?? []) {
      const definition = definitions[notice.kind];
      const row = stage.peek(notice.kind, id);
      const { configuration } = row?.now ?? row?.before ?? {};
      if (definition === undefined || configuration === undefined) continue;
      const key = naturalKeyObject(definition, configuration, () => undefined);
      const { field, reason, message } = notice;
      notices.push({ kind: notice.kind, key, field, reason, message });
    }
  }
  return notices;
}
