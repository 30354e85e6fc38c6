/** What hooks preview of rows that would change, as warnings of the plan. */

import type { Kind } from "../../kernel/kind.ts";
import type { Call } from "../context.ts";
import type { Hooks, Previewed, Registry, RowMove } from "../feature.ts";
import { secretsLeftBehind } from "../write/left-behind.ts";
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
    const hooked = (await hooks.of(kind).preview?.(call, changed)) ?? [];
    const said = new Set(hooked.map(({ id, field, reason }) => `${id} ${field} ${reason}`));
    const left = secretsLeft(definitions[kind], changed).filter(
      ({ id, field, reason }) => !said.has(`${id} ${field} ${reason}`),
    );
    for (const { id, ...notice } of [...hooked, ...left]) {
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

/** Secrets that their address leaves behind. */
function secretsLeft(definition: Kind | undefined, changed: readonly RowMove[]): Previewed[] {
  if (definition === undefined) return [];
  return changed.flatMap((move) => {
    if (move.kind !== definition.kind || move.now === undefined) return [];
    const left = secretsLeftBehind(definition, move.before, move.now);
    return left.map((one) => ({ ...one, kind: definition.kind, id: move.id, reason: "no_secret" }));
  });
}
