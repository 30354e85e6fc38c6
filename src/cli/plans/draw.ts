/** A plan, or a set's drift, for people: as text for a terminal. */
import { styleText } from "node:util";
import type { Kind } from "../../kernel/kind.ts";
import type { Change, Difference, Summary } from "./answers.ts";
import { effectLines } from "./effects.ts";
import { type Line, linesOfChange } from "./lines.ts";

export type Kinds = ReadonlyMap<string, Kind>;

const colours = { "+": "green", "~": "yellow", "-": "red" } as const;

/**
 * What follows, and the rows that change, one after the other. Empty where none does.
 * @param noteOf what to say of a row below it
 */
export function drawChanges(
  difference: Difference,
  kinds: Kinds,
  colour: boolean,
  noteOf: (change: Change) => string | undefined = () => undefined,
): string {
  const rows = (difference.changes as readonly Change[]).map((change) => {
    const note = noteOf(change);
    const lines: readonly Line[] = note === undefined ? [] : [{ mark: " ", depth: 1, text: note }];
    return drawLines([...linesOfChange(change, kinds.get(change.resource)), ...lines], colour);
  });
  const effects = effectLines(difference);
  return [...(effects.length === 0 ? [] : [`${effects.join("\n")}\n`]), ...rows].join("\n");
}

/** Lines, each with its end. */
export function drawLines(lines: readonly Line[], colour: boolean): string {
  return lines.map((line) => `${drawLine(line, colour)}\n`).join("");
}

function drawLine({ mark, depth, text }: Line, colour: boolean): string {
  const indent = "    ".repeat(depth);
  if (!colour || mark === " ") return `${indent}${mark} ${text}`.trimEnd();
  const painted = styleText(colours[mark], mark, { validateStream: false });
  if (depth === 0) return `${painted} ${styleText("bold", text, { validateStream: false })}`;
  return `${indent}${painted} ${mark === "~" ? text : styleText(colours[mark], text, { validateStream: false })}`;
}

/** `Plan: 3 to create, 2 to update, 12 unchanged.` */
export function planSentence(summary: Summary): string {
  return `Plan: ${counted(summary, (action) => `to ${action}`)}.`;
}

/** `3 created, 2 updated`; of an apply. */
export function appliedSentence(summary: Summary): string {
  const done = {
    create: "created",
    update: "updated",
    delete: "deleted",
    adopt: "adopted",
    detach: "detached",
  };
  return counted(summary, (action) => done[action]);
}

type Counted = Exclude<keyof Summary, "unchanged">;
const actions: readonly Counted[] = ["create", "update", "delete", "adopt", "detach"];

function counted(summary: Summary, words: (action: Counted) => string): string {
  const parts = actions
    .filter((action) => summary[action] > 0)
    .map((action) => `${summary[action]} ${words(action)}`);
  const changes = parts.length === 0 ? ["nothing to change"] : parts;
  return [...changes, ...(summary.unchanged > 0 ? [`${summary.unchanged} unchanged`] : [])].join(", ");
}

/** Whether applying it would change anything. */
export function hasChanges(summary: Summary): boolean {
  return actions.some((action) => summary[action] > 0);
}
