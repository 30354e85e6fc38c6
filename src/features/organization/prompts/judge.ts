/** What follows from a change of templates: the model is served something else from then on. */
import type { Judge, Judgement, KindHooks, RowMove } from "../../../engine/feature.ts";
import type { StoredRow } from "../../../engine/ports/rows.ts";
import { viewOf } from "../../../engine/render.ts";
import type { PartialConfigurationOf } from "../../../kernel/row-types.ts";
import { words } from "../../../kernel/words.ts";
import { isHeld, promptTemplates } from "../../../resources/prompt-templates.ts";
import { builtInPrompts } from "./built-in.ts";

export const judgePrompts: Judge = {
  kinds: [promptTemplates.kind],
  async judge(reader, { caller }, changed) {
    const moves = changed.filter(({ kind }) => kind === promptTemplates.kind);
    // Only what is served now leaves its place to another.
    if (!moves.some(({ before }) => before !== undefined && isServed(before)))
      return moves.flatMap((move) => flaggedBy(move));
    const defaults: PartialConfigurationOf<typeof promptTemplates> = { is_default: true, enabled: true };
    const stored = await reader.rowsMatching(caller.organization.id, promptTemplates.kind, defaults);
    const moved = new Set(moves.map(({ id }) => id));
    const served = [
      ...stored.filter(({ id }) => !moved.has(id)),
      ...moves.flatMap(({ now }) => (now === undefined ? [] : [now])),
    ].filter(isServed);
    return moves.flatMap((move) => [...ofOne(move, served), ...flaggedBy(move)]);
  },
};

/** What waits for a person to approve it stays off, whatever a bundle says. */
export const promptHooks = {
  standing({ enabled = true }, before) {
    if (before === undefined || enabled !== true) return [];
    const { configuration, state } = viewOf(promptTemplates, before);
    if (configuration.enabled || !isHeld(state)) return [];
    const message = `stays false while the template is ${state.review_status}: a person has to approve its content in the console first`;
    return [{ field: "enabled", reason: "awaits_review", message }];
  },
} satisfies KindHooks<typeof promptTemplates>;

function ofOne({ kind, id, before, now }: RowMove, served: readonly StoredRow[]): Judgement[] {
  if (before === undefined || !isServed(before)) return [];
  const was = viewOf(promptTemplates, before).configuration;
  const type = was.prompt_type;
  const next = served.map((row) => ({ id: row.id, ...viewOf(promptTemplates, row).configuration }));
  const successor = next.find(({ prompt_type }) => prompt_type === type);
  if (successor?.id === id && successor.content === was.content) return [];
  const notice = { kind, id, reason: "served" as const, field: fieldOf(was, now) };
  const present = `is what the model is served for ${words(type)} now`;
  if (successor?.id === id)
    return [
      {
        ...notice,
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
  return [{ ...notice, message: `${present}; ${why} it is served ${instead}` }];
}

/** A text that the scanner did not match before, and matches now. */
function flaggedBy({ kind, id, before, now }: RowMove): Judgement[] {
  const stateOf = (row: StoredRow | undefined) => row && viewOf(promptTemplates, row).state;
  const [was, is] = [stateOf(before), stateOf(now)];
  if (is?.review_status !== "flagged" || was?.review_status === "flagged") return [];
  const categories = [
    ...new Set(is.flagged_patterns?.map(({ category }) => words(category).toLowerCase())),
  ].join(", ");
  const message = `looks like an attack (${categories}): it is stored disabled, and is not served until a person approves it in the console`;
  return [{ kind, id, field: "content", reason: "flagged", message }];
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
