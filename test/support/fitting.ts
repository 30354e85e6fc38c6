/**
 * Makes a body fit a kind's own rules, whatever they are: the rules judge it, and values of other fields are put in
 * place until they have nothing to say. So no kind needs a word about its rules in the tests.
 */
import type { Json } from "../../src/kernel/field.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type { Problem } from "../../src/kernel/problem.ts";
import type { Resource, View } from "../../src/kernel/resource.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { judge } from "../resources/rules.ts";

export interface Wanted {
  readonly body: JsonObject;
  /** Fields that keep their value, or nothing fits. */
  readonly pinned: ReadonlySet<string>;
  /** Other values for the fields that may move, the best first. */
  readonly others: Readonly<Record<string, readonly Json[]>>;
  /** A body to start from where the wanted one leads nowhere: the kind's example. */
  readonly fallback: JsonObject;
  /** The row that the body updates. */
  readonly before?: View<JsonObject> | undefined;
  /** All other rows of the kind; those that agree on the kind's own fields are given to its rules. */
  readonly rows: readonly JsonObject[];
  /** Where to begin among equally good moves, so that samples differ. */
  readonly turn: number;
}

/** More moves than a row has fields lead in circles. */
const mostMoves = 24;

/** The nearest body found that the rules accept; undefined where none was. */
export function fitted(resource: Resource, wanted: Wanted): JsonObject | undefined {
  const straight = descended(resource, wanted, wanted.body);
  if (straight !== undefined) return straight;
  const kept = Object.entries(wanted.body).filter(
    ([name]) =>
      wanted.pinned.has(name) ||
      name === resource.serviceUnique ||
      [...resource.naturalKey, ...(resource.peers ?? [])].includes(name),
  );
  const start = descended(resource, wanted, { ...wanted.fallback, ...Object.fromEntries(kept) });
  return start === undefined ? undefined : filled(resource, wanted, start);
}

/** Takes the move that leaves the fewest problems, until there are none. */
function descended(resource: Resource, wanted: Wanted, start: JsonObject): JsonObject | undefined {
  let body = start;
  let problems = problemsOf(resource, wanted, body);
  for (let moves = 0; moves < mostMoves && problems.length > 0; moves += 1) {
    const best = bestMove(resource, wanted, body, problems) ?? bestPair(resource, wanted, body, problems);
    if (best === undefined) return undefined;
    ({ body, problems } = best);
  }
  return problems.length === 0 ? body : undefined;
}

interface Step {
  readonly body: JsonObject;
  readonly problems: readonly Problem[];
}

/** The single move that leaves the fewest problems; undefined where none leaves fewer than there are. */
function bestMove(
  resource: Resource,
  wanted: Wanted,
  body: JsonObject,
  problems: readonly Problem[],
): Step | undefined {
  const names = Object.keys(wanted.others).filter((name) => !wanted.pinned.has(name));
  const at = wanted.turn % Math.max(1, names.length);
  // Now and then what the problems name moves first, and otherwise whatever stands in its way.
  const named = wanted.turn % 3 === 0 ? names.filter((name) => namedBy(problems).has(name)) : [];
  let best: Step | undefined;
  for (const name of [...named, ...names.slice(at), ...names.slice(0, at)]) {
    for (const value of [...offered(problems, name), ...(wanted.others[name] ?? [])]) {
      // Of a body with a value of the wrong form the rules say nothing at all.
      if (!isOfForm(resource, name, value)) continue;
      const moved = { ...body, [name]: value };
      const left = problemsOf(resource, wanted, moved);
      if (left.length < (best?.problems ?? problems).length) best = { body: moved, problems: left };
    }
  }
  return best;
}

/** Two moves at once, of a field that the problems name and another: a time that has to pass another row's on both ends. */
function bestPair(
  resource: Resource,
  wanted: Wanted,
  body: JsonObject,
  problems: readonly Problem[],
): Step | undefined {
  for (const name of namedBy(problems)) {
    if (wanted.pinned.has(name)) continue;
    for (const value of wanted.others[name] ?? []) {
      if (!isOfForm(resource, name, value)) continue;
      const step = bestMove(resource, wanted, { ...body, [name]: value }, problems);
      if (step !== undefined) return step;
    }
  }
  return undefined;
}

/** The fields that problems are in, such as `burn_alerts` for `burn_alerts[0].short_minutes`. */
function namedBy(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.map(({ field }) => field.split(/[.[]/)[0] as string));
}

function isOfForm({ fields }: Resource, name: string, value: Json): boolean {
  const field = fields[name];
  return (
    field !== undefined && parseBody({ [name]: field }, { [name]: value }, "update").problems.length === 0
  );
}

/** What a refusal itself offers: "must be host:port, such as db.example.com:5432". */
function offered(problems: readonly Problem[], name: string): string[] {
  return problems.flatMap(({ field, message }) => {
    const [, value] = /such as (\S+)$/.exec(message) ?? [];
    return field === name && value !== undefined ? [value] : [];
  });
}

/** The body with as many of the wanted values as the rules let stand beside it. */
function filled(resource: Resource, wanted: Wanted, start: JsonObject): JsonObject {
  let body = start;
  for (const [name, value] of Object.entries(wanted.body)) {
    const more = { ...body, [name]: value };
    if (problemsOf(resource, wanted, more).length === 0) body = more;
  }
  return body;
}

function problemsOf(resource: Resource, { before, rows }: Wanted, body: JsonObject): readonly Problem[] {
  const whole: JsonObject = { ...before?.configuration, ...body };
  const peers = rows.filter((row) =>
    (resource.peers ?? []).every((name) => JSON.stringify(row[name]) === JSON.stringify(whole[name])),
  );
  return judge(resource, body, {
    now: new Date(),
    peers: resource.peers === undefined ? [] : peers,
    ...(before === undefined ? {} : { before }),
  }).problems;
}
