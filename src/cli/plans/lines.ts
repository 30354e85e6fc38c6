/**
 * What changes as lines, each with a mark: for a terminal and for a comment. Pure: nothing here knows where it is
 * shown.
 */
import { diffArrays, diffLines } from "diff";
import { sameJson } from "../../kernel/equal.ts";
import { defaultOf, type Field, type ItemField, isConfiguration, type Json } from "../../kernel/field.ts";
import type { Kind } from "../../kernel/kind.ts";
import { isObject, type JsonObject } from "../../kernel/validate.ts";
import type { Change, FieldChange } from "./answers.ts";
import { quotedKey, rowName, visible } from "./names.ts";

/** + comes, - goes, ~ changes; a space stays as it is. */
export type Mark = "+" | "-" | "~" | " ";

export interface Line {
  readonly mark: Mark;
  readonly depth: number;
  readonly text: string;
}

/** A value in one line up to here, and otherwise in several. */
const widest = 100;
/** Lines that stay, shown around those that change. */
const around = 3;
/** Edits after which two texts have too little in common for a diff to say more than both of them. */
const mostEdits = 2_000;

const marks: Readonly<Record<Change["action"], Mark>> = {
  create: "+",
  update: "~",
  delete: "-",
  adopt: "~",
  detach: "~",
};

/** The head line of a row and what changes in it. */
export function linesOfChange(change: Change, definition: Kind | undefined): Line[] {
  const { action, managed_by: moved } = change;
  const mark = marks[action];
  const more = action === "adopt" ? " (joins the set)" : action === "detach" ? " (leaves its set)" : "";
  const lines: Line[] = [{ mark, depth: 0, text: `${rowName(change.resource, change.key)}${more}` }];
  // The head has the key of a row that comes or goes already.
  const fields = change.fields.filter(({ path }) => mark === "~" || !Object.hasOwn(change.key, path));
  lines.push(...linesOfFields(fields, change.secrets, mark, definition));
  if (moved !== undefined && mark === "~")
    lines.push({ mark, depth: 1, text: `managed_by: ${setName(moved.before)} → ${setName(moved.after)}` });
  return lines;
}

/** What changes in a row that comes, goes or changes. */
export function linesOfFields(
  fields: readonly FieldChange[],
  secrets: JsonObject,
  row: Mark,
  definition: Kind | undefined,
): Line[] {
  return [
    ...fields.flatMap((field) => linesOfField(field, row, fieldOf(definition, field.path))),
    ...Object.entries(secrets).map(([name, what]): Line => {
      const mark = what === "set" ? "+" : what === "cleared" ? "-" : "~";
      return { mark, depth: 1, text: `${visible(name)}: (secret ${visible(String(what))})` };
    }),
  ];
}

function fieldOf(definition: Kind | undefined, path: string): ItemField | undefined {
  const field: Field | undefined =
    definition !== undefined && Object.hasOwn(definition.fields, path) ? definition.fields[path] : undefined;
  return field !== undefined && isConfiguration(field) ? field : undefined;
}

function setName(name: string | null): string {
  return name === null ? "none" : JSON.stringify(visible(name));
}

function linesOfField({ path, before, after }: FieldChange, row: Mark, field: ItemField | undefined): Line[] {
  const label = visible(path);
  const value = row === "+" ? after : before;
  if (row === "+" || row === "-") {
    if (saysNothing(value, field)) return [];
    const isDefault = row === "+" && field !== undefined && sameJson(value ?? null, defaultOf(field) ?? null);
    return whole(value ?? null, row, 1, isDefault ? `${label} (default)` : label, field);
  }
  return changed(before ?? null, after ?? null, 1, label, field);
}

/** Says nothing about a row that comes or goes: nothing is there, and nothing is there by default either. */
function saysNothing(value: Json | undefined, field: ItemField | undefined): boolean {
  const isEmpty = (one: Json | undefined) =>
    one === undefined || one === null || (typeof one === "object" && Object.keys(one).length === 0);
  return isEmpty(value) && (field === undefined || isEmpty(defaultOf(field)));
}

/** A whole value that comes or goes. */
function whole(value: Json, mark: Mark, depth: number, label: string, field: ItemField | undefined): Line[] {
  const line = inline(value, field);
  const head = label === "" ? "" : `${label}: `;
  if (line !== undefined && line.length <= widest) return [{ mark, depth, text: `${head}${line}` }];
  const top: Line = { mark, depth, text: label === "" ? "item:" : `${label}:` };
  if (typeof value === "string") {
    return [top, ...value.split("\n").map((text) => ({ mark, depth: depth + 1, text: textLine(text) }))];
  }
  if (Array.isArray(value)) {
    return [top, ...value.flatMap((item: Json) => whole(item, mark, depth + 1, "", itemOf(field)))];
  }
  const members = Object.entries(value as JsonObject);
  return [
    top,
    ...members.flatMap(([name, inner]) =>
      whole(inner, mark, depth + 1, visible(name), memberOf(field, name)),
    ),
  ];
}

/** A value that becomes another: by its lines, items or members where it has some. */
function changed(
  before: Json,
  after: Json,
  depth: number,
  label: string,
  field: ItemField | undefined,
): Line[] {
  const top: Line = { mark: "~", depth, text: `${label}:` };
  if (typeof before === "string" && typeof after === "string" && /\n/.test(before + after))
    return [top, ...textDiff(before, after, depth + 1)];
  if (Array.isArray(before) && Array.isArray(after))
    return [top, ...listDiff(before, after, depth + 1, itemOf(field))];
  if (isObject(before) && isObject(after) && field?.type !== "reference")
    return [top, ...memberDiff(before, after, depth + 1, field)];
  const [old, fresh] = [inline(before, field), inline(after, field)];
  if (old !== undefined && fresh !== undefined && old.length + fresh.length <= widest)
    return [{ mark: "~", depth, text: `${label}: ${old} → ${fresh}` }];
  return [
    ...(before === null ? [] : whole(before, "-", depth, label, field)),
    ...(after === null ? [] : whole(after, "+", depth, label, field)),
  ];
}

function memberDiff(
  before: JsonObject,
  after: JsonObject,
  depth: number,
  field: ItemField | undefined,
): Line[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [old, fresh, inner] = [before[name], after[name], memberOf(field, name)];
    if (old === undefined) return whole(fresh ?? null, "+", depth, visible(name), inner);
    if (fresh === undefined) return whole(old, "-", depth, visible(name), inner);
    return sameJson(old, fresh) ? [] : changed(old, fresh, depth, visible(name), inner);
  });
}

/** Items that come and go. An object in the place of another is shown as that object changed. */
function listDiff(
  before: readonly Json[],
  after: readonly Json[],
  depth: number,
  field: ItemField | undefined,
): Line[] {
  const parts = diffArrays([...before], [...after], { comparator: sameJson });
  let at = 0;
  return parts.flatMap((part, index): Line[] => {
    const next = parts[index + 1];
    if (part.removed && next?.added) {
      const start = at;
      at += part.value.length;
      return replaced(part.value, next.value, start, depth, field);
    }
    if (part.added) {
      // Those after removed ones were shown with them.
      return parts[index - 1]?.removed
        ? []
        : part.value.flatMap((item) => whole(item, "+", depth, "", field));
    }
    at += part.value.length;
    if (part.removed) return part.value.flatMap((item) => whole(item, "-", depth, "", field));
    const count = part.value.length;
    return [{ mark: " ", depth, text: count === 1 ? "(1 stays)" : `(${count} stay)` }];
  });
}

function replaced(
  before: readonly Json[],
  after: readonly Json[],
  start: number,
  depth: number,
  field: ItemField | undefined,
): Line[] {
  const pairs = Math.min(before.length, after.length);
  const lines: Line[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    const [old, fresh] = [before[index], after[index]];
    if (index < pairs && isObject(old as Json) && isObject(fresh as Json) && field?.type !== "reference") {
      lines.push(...changed(old as Json, fresh as Json, depth, `[${start + index}]`, field));
    } else {
      if (old !== undefined) lines.push(...whole(old, "-", depth, "", field));
      if (fresh !== undefined) lines.push(...whole(fresh, "+", depth, "", field));
    }
  }
  return lines;
}

function textDiff(before: string, after: string, depth: number): Line[] {
  const parts = diffLines(before, after, { maxEditLength: mostEdits }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return parts.flatMap(({ value, added, removed }, index): Line[] => {
    const texts = value.replace(/\n$/, "").split("\n");
    const mark = added ? "+" : removed ? "-" : " ";
    if (mark !== " ") return texts.map((text) => ({ mark, depth, text: textLine(text) }));
    const [first, last] = [index === 0, index === parts.length - 1];
    return shortened(texts, first, last).map((text) => ({ mark, depth, text }));
  });
}

/** Lines that stay, without those far from any change. */
function shortened(texts: readonly string[], isFirst: boolean, isLast: boolean): string[] {
  const [head, tail] = [isFirst ? 0 : around, isLast ? 0 : around];
  const left = texts.length - head - tail;
  if (left <= 1) return texts.map(textLine);
  const hidden = `… ${left} lines stay`;
  const end = tail === 0 ? [] : texts.slice(-tail);
  return [...texts.slice(0, head).map(textLine), hidden, ...end.map(textLine)];
}

/** The bar keeps a line of stored text from being taken for one of ours, or for a command of a CI's log. */
function textLine(text: string): string {
  return `| ${visible(text)}`;
}

/** A value in one line; undefined where it holds a line break. */
function inline(value: Json, field: ItemField | undefined): string | undefined {
  if (typeof value === "string") return value.includes("\n") ? undefined : visible(quoted(value));
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (field?.type === "reference" && isObject(value)) return quotedKey(value);
  const parts = Array.isArray(value)
    ? value.map((item: Json) => inline(item, itemOf(field)))
    : Object.entries(value).map(([name, inner]) => {
        const text = inline(inner, memberOf(field, name));
        return text === undefined ? undefined : `${visible(name)}: ${text}`;
      });
  if (parts.includes(undefined)) return undefined;
  return Array.isArray(value) ? `[${parts.join(", ")}]` : `{${parts.join(", ")}}`;
}

/** In single quotes where that needs fewer marks: matchers and queries are full of double ones. */
function quoted(text: string): string {
  const quote = text.includes('"') && !text.includes("'") ? "'" : '"';
  return `${quote}${text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;
}

function itemOf(field: ItemField | undefined): ItemField | undefined {
  return field?.type === "list" ? field.items : undefined;
}

function memberOf(field: ItemField | undefined, name: string): ItemField | undefined {
  return field?.type === "object" && Object.hasOwn(field.fields, name) ? field.fields[name] : undefined;
}
