/** A plan, or a set's drift, for people: as text for a terminal. */
import { styleText } from "node:util";
import type { Kind } from "../../kernel/kind.ts";
import type { Change, Difference, Reroutes, Summary } from "./answers.ts";
import { type Line, linesOfChange } from "./lines.ts";
import { rowName, visible } from "./names.ts";

export type Kinds = ReadonlyMap<string, Kind>;

const colours = { "+": "green", "~": "yellow", "-": "red" } as const;

/**
 * The rows that change, one after the other. Empty where none does.
 * @param noteOf what to say of a row below it
 */
export function drawChanges(
  { changes, effects: { engines: files, rerouted_alerts: rerouted }, refusals }: Difference,
  kinds: Kinds,
  colour: boolean,
  noteOf: (change: Change) => string | undefined = () => undefined,
): string {
  const rows = (changes as readonly Change[]).map((change) => {
    const note = noteOf(change);
    const lines: readonly Line[] = note === undefined ? [] : [{ mark: " ", depth: 1, text: note }];
    return drawLines([...linesOfChange(change, kinds.get(change.resource)), ...lines], colour);
  });
  const engines = [
    ...files.map(({ connector, file, summary }) => `  ${connector} ${file}: ${summary}`),
    ...refusals.map((refusal) => `  ${notTaken(refusal)}`),
  ];
  const changed =
    engines.length === 0 ? "" : `What engines would be given:\n${engines.map(visible).join("\n")}\n`;
  const alerts = rerouted === null ? "" : `${drawReroutes(rerouted).map(visible).join("\n")}\n`;
  return [...rows, ...[changed, alerts].filter((text) => text !== "")].join("\n");
}

function drawReroutes({ count, data, looked_at, complete }: Reroutes): readonly string[] {
  const whole = `${complete ? "" : "newest "}${looked_at} ${looked_at === 1 ? "alert" : "alerts"} of the last 7 days`;
  if (count === 0) return [`Of the ${whole} none would have gone elsewhere.`];
  const rest = count - data.length;
  return [
    `Of the ${whole} ${count} would have gone elsewhere:`,
    ...data.map(({ title, before, after }) => `  ${title}: ${routes(before)} -> ${routes(after)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ];
}

function routes(taking: Reroutes["data"][number]["before"]): string {
  return taking.length === 0 ? "no route" : taking.map(({ name }) => name).join(", ");
}

function notTaken({ connector, resource, key, field, message }: Difference["refusals"][number]): string {
  return `${connector} does not take ${rowName(resource, key)}: ${field}: ${message}`;
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
