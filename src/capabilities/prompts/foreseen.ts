/** What follows from a change of templates: the model is served something else from then on. */
import type { Foreseen, KindCapability, RowMove } from "../../engine/capability.ts";
import type { Store, StoredRow } from "../../engine/ports/rows.ts";
import { viewOf } from "../../engine/render.ts";
import type { PartialConfigurationOf } from "../../kernel/row-types.ts";
import { words } from "../../kernel/words.ts";
import { promptTemplates } from "../../resources/prompt-templates.ts";
import { builtInPrompts } from "./built-in.ts";

export function foreseePrompts({ store }: { readonly store: Pick<Store, "rowsMatching"> }) {
  return {
    async foresee({ caller }, changed) {
      const moves = changed.filter(({ kind }) => kind === promptTemplates.kind);
      const defaults: PartialConfigurationOf<typeof promptTemplates> = { is_default: true, enabled: true };
      const stored = await store.rowsMatching(caller.organization.id, promptTemplates.kind, defaults);
      const moved = new Set(moves.map(({ id }) => id));
      const served = [
        ...stored.filter(({ id }) => !moved.has(id)),
        ...moves.flatMap(({ now }) => (now === undefined ? [] : [now])),
      ].filter(isServed);
      return moves.flatMap((move) => ofOne(move, served));
    },
  } satisfies KindCapability<typeof promptTemplates>;
}

function ofOne({ kind, id, before, now }: RowMove, served: readonly StoredRow[]): Foreseen[] {
  if (before === undefined || !isServed(before)) return [];
  const was = viewOf(promptTemplates, before).configuration;
  const type = was.prompt_type;
  const next = served.map((row) => ({ id: row.id, ...viewOf(promptTemplates, row).configuration }));
  const successor = next.find(({ prompt_type }) => prompt_type === type);
  if (successor?.id === id && successor.content === was.content) return [];
  const told = { kind, id, reason: "served", field: fieldOf(was, now) };
  const present = `is what the model is served for ${words(type)} now`;
  if (successor?.id === id)
    return [
      {
        ...told,
        field: "content",
        message: `${present}; it works with the new text as soon as that is saved`,
      },
    ];
  const instead =
    successor !== undefined
      ? `"${successor.name}"`
      : Object.hasOwn(builtInPrompts, type)
        ? "the built-in prompt"
        : "nothing";
  const held = now !== undefined && viewOf(promptTemplates, now).state.review_status === "flagged";
  const why = held ? "the new text has to be reviewed first, and until then" : "from then on";
  return [{ ...told, message: `${present}; ${why} it is served ${instead}` }];
}

type Template = ReturnType<typeof viewOf<typeof promptTemplates>>["configuration"];

/** The field by which it leaves its place. */
function fieldOf(was: Template, now: StoredRow | undefined): string {
  if (now === undefined) return "";
  const is = viewOf(promptTemplates, now).configuration;
  if (is.content !== was.content) return "content";
  return is.is_default ? "enabled" : "is_default";
}

/** Approved, enabled and the default of its type. */
function isServed(row: StoredRow): boolean {
  const { configuration, state } = viewOf(promptTemplates, row);
  return configuration.is_default && configuration.enabled && state.review_status === "approved";
}
