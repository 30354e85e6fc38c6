/** What changed of the API between two descriptions, for whoever has a client: by call, and by what calls share. */
import type { CallShape, Members, Shapes } from "./shapes.ts";

export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly deprecated: readonly string[];
  readonly removed: readonly string[];
  /** Whether a client of the version before may have to change. */
  readonly breaks: boolean;
}

interface Found {
  readonly text: string;
  readonly sort: "added" | "changed" | "deprecated" | "removed";
  readonly breaks: boolean;
  /** What is said without the call. */
  readonly shared?: string;
}

export function changesBetween(before: Shapes, after: Shapes): Changes {
  const found = [...ofCalls(before, after), ...ofSchemas(before, after)];
  const of = (sort: Found["sort"]) => gathered(found.filter((one) => one.sort === sort));
  return {
    added: of("added"),
    changed: of("changed"),
    deprecated: of("deprecated"),
    removed: of("removed"),
    breaks: found.some(({ breaks }) => breaks),
  };
}

/** What many calls have got alike is said once. */
function gathered(found: readonly Found[]): string[] {
  const calls = new Map<string, number>();
  for (const { shared } of found) if (shared !== undefined) calls.set(shared, (calls.get(shared) ?? 0) + 1);
  const texts = found.map(({ text, shared }) => {
    const count = shared === undefined ? 0 : (calls.get(shared) ?? 0);
    return count > mostAlike ? `${count} calls: ${shared}` : text;
  });
  // Whole calls first.
  return [...new Set(texts)].sort((a, b) => Number(a.includes(": ")) - Number(b.includes(": ")));
}

const mostAlike = 5;

/** The version after these changes: the first number rises where a client may break, the second where something is new. */
export function versionAfter(before: string, { breaks, added, changed, deprecated }: Changes): string {
  const [major = 0, minor = 0] = before.split(".").map(Number);
  if (breaks) return `${major + 1}.0.0`;
  return [...added, ...changed, ...deprecated].length > 0 ? `${major}.${minor + 1}.0` : before;
}

function* ofCalls(before: Shapes, after: Shapes): Generator<Found> {
  for (const [name, call] of sorted(after.calls)) {
    const was = before.calls[name];
    const title = `\`${call.at}\` (${name})`;
    if (was === undefined) yield { text: title, sort: "added", breaks: false };
    if (call.deprecated && !was?.deprecated) yield { text: title, sort: "deprecated", breaks: false };
    if (was !== undefined) yield* ofCall(title, was, call);
  }
  for (const [name, { at }] of sorted(before.calls))
    if (after.calls[name] === undefined) yield { text: `\`${at}\` (${name})`, sort: "removed", breaks: true };
}

function* ofCall(title: string, was: CallShape, is: CallShape): Generator<Found> {
  if (was.at !== is.at) yield { text: `${title}: was at \`${was.at}\``, sort: "changed", breaks: true };
  if (was.body === undefined && is.body !== undefined)
    yield { text: `${title}: takes a body`, sort: "changed", breaks: false };
  yield* ofMembers(title, was.parameters, is.parameters, "sent");
}

/** Those of both; a schema that is new, or gone, comes and goes with its calls. */
function* ofSchemas(before: Shapes, after: Shapes): Generator<Found> {
  for (const [name, { sent, members }] of sorted(after.schemas)) {
    const was = before.schemas[name];
    if (was !== undefined)
      yield* ofMembers(titleOf(name, after), was.members, members, sent ? "sent" : "answered");
  }
}

/** The schema, with the calls that use it. */
function titleOf(name: string, { calls }: Shapes): string {
  const users = sorted(calls).flatMap(([call, { body, answers }]) =>
    body === name || answers.includes(name) ? [call] : [],
  );
  const [first, ...others] = users;
  return first === undefined || others.length > 5 ? `\`${name}\`` : `\`${name}\` (${users.join(", ")})`;
}

function* ofMembers(title: string, was: Members, is: Members, as: "sent" | "answered"): Generator<Found> {
  for (const [name, type] of sorted(is)) {
    const before = was[name];
    const isNew = before === undefined;
    // What is in a new object is said with it.
    if (isNew && hasNewParent(name, was, is)) continue;
    const member = `${title}: \`${name}\``;
    if (isNew) {
      const breaks = as === "sent" && type.includes(", required");
      const shared = `\`${name}\` is new${breaks ? ", and has to be sent" : ""}`;
      yield { text: `${title}: ${shared}`, sort: "added", breaks, shared };
    } else if (type !== before) yield* ofType(member, before, type, as);
  }
  for (const name of Object.keys(was).sort())
    if (is[name] === undefined && !hasNewParent(name, is, was))
      yield { text: `${title}: \`${name}\``, sort: "removed", breaks: true };
}

function hasNewParent(name: string, other: Members, own: Members): boolean {
  const parent = name.replace(/(\[\])*\.[^.]+$/, "").replace(/(\[\])+$/, "");
  return parent !== name && own[parent] !== undefined && other[parent] === undefined;
}

const mark = ", deprecated";

function* ofType(member: string, before: string, type: string, as: "sent" | "answered"): Generator<Found> {
  if (type.endsWith(mark) && !before.endsWith(mark))
    yield { text: member, sort: "deprecated", breaks: false };
  const [was, is] = [before.replace(mark, ""), type.replace(mark, "")];
  if (was === is) return;
  const [values, others] = [valuesOf(was), valuesOf(is)];
  if (values === undefined || others === undefined) {
    // What was only described more exactly, or less, is for people to judge: a change of the type itself is not.
    const narrows =
      as === "sent"
        ? becomes(was, is, ", required") || becomes(is, was, " or null")
        : becomes(was, is, " or null");
    const breaks = narrows || kindOf(was) !== kindOf(is);
    yield { text: `${member}: ${shortened(is)} (was ${shortened(was)})`, sort: "changed", breaks };
    return;
  }
  const more = others.filter((value) => !values.includes(value));
  const less = values.filter((value) => !others.includes(value));
  if (more.length > 0) yield { text: `${member} may be ${some(more)}`, sort: "changed", breaks: false };
  if (less.length > 0)
    yield { text: `${member} is not ${some(less)} any more`, sort: "removed", breaks: as === "sent" };
}

/** Whether the second says so, and the first did not. */
function becomes(was: string, is: string, what: string): boolean {
  return !was.includes(what) && is.includes(what);
}

function some(values: readonly string[]): string {
  const most = 8;
  const rest = values.length - most;
  return `${values.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

function shortened(type: string): string {
  const values = valuesOf(type);
  return values === undefined ? type : `one of ${some(values)}`;
}

function valuesOf(type: string): string[] | undefined {
  return /^(?:array(?: or null)? of )?one of (.*?)(?:, required)?$/.exec(type)?.[1]?.split(", ");
}

/** The JSON type: `null` next to it, a format and the type of items are said, and break no client by themselves. */
function kindOf(type: string): string {
  const text = type
    .replace(", required", "")
    .replace(/ or null\b/, "")
    .replace(/ \([\w-]+\)/, "");
  return text.startsWith("one of ") || text.startsWith('"') ? "string" : (text.split(" ")[0] ?? "");
}

function sorted<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1));
}
