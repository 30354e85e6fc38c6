/**
 * Makes a body fit a kind's own rules, whatever they are: the rules judge it, and values of other fields are put in
 * place until they have nothing to say. So no kind needs a word about its rules in the tests.
 */
import type { Json } from "../../src/kernel/field.ts";
import type { Kind, View } from "../../src/kernel/kind.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type { Problem } from "../../src/kernel/problem.ts";
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
export function fitted(definition: Kind, wanted: Wanted): JsonObject | undefined {
  const straight = descended(definition, wanted, wanted.body);
  if (straight !== undefined) return straight;
  const kept = Object.entries(wanted.body).filter(
    ([name]) =>
      wanted.pinned.has(name) ||
      name === definition.serviceUnique ||
      [...definition.naturalKey, ...(definition.peers ?? [])].includes(name),
  );
  const start = descended(definition, wanted, { ...wanted.fallback, ...Object.fromEntries(kept) });
  return start === undefined ? undefined : filled(definition, wanted, start);
}

/** Takes the move that leaves the fewest problems, until there are none. */
function descended(definition: Kind, wanted: Wanted, start: JsonObject): JsonObject | undefined {
  let body = start;
  let problems = problemsOf(definition, wanted, body);
  for (let moves = 0; moves < mostMoves && problems.length > 0; moves += 1) {
    const best = bestMove(definition, wanted, body, problems) ?? bestPair(definition, wanted, body, problems);
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
  definition: Kind,
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
      if (!isOfForm(definition, name, value)) continue;
      const moved = { ...body, [name]: value };
      const left = problemsOf(definition, wanted, moved);
      if (left.length < (best?.problems ?? problems).length) best = { body: moved, problems: left };
    }
  }
  return best;
}

/** Two moves at once, of a field that the problems name and another: a time that has to pass another row's on both ends. */
function bestPair(
  definition: Kind,
  wanted: Wanted,
  body: JsonObject,
  problems: readonly Problem[],
): Step | undefined {
  for (const name of namedBy(problems)) {
    if (wanted.pinned.has(name)) continue;
    for (const value of wanted.others[name] ?? []) {
      if (!isOfForm(definition, name, value)) continue;
      const step = bestMove(definition, wanted, { ...body, [name]: value }, problems);
      if (step !== undefined) return step;
    }
  }
  return undefined;
}

/** The fields that problems are in, such as `burn_alerts` for `burn_alerts[0].short_minutes`. */
function namedBy(problems: readonly Problem[]): ReadonlySet<string> {
  return new Set(problems.map(({ field }) => field.split(/[.[]/)[0] as string));
}

function isOfForm({ fields }: Kind, name: string, value: Json): boolean {
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

/** The body with as many of the wanted values as the rules let stand next to it. */
function filled(definition: Kind, wanted: Wanted, start: JsonObject): JsonObject {
  let body = start;
  for (const [name, value] of Object.entries(wanted.body)) {
    const more = { ...body, [name]: value };
    if (problemsOf(definition, wanted, more).length === 0) body = more;
  }
  return body;
}

function problemsOf(definition: Kind, { before, rows }: Wanted, body: JsonObject): readonly Problem[] {
  const whole: JsonObject = { ...before?.configuration, ...body };
  const peers = rows.filter((row) =>
    (definition.peers ?? []).every((name) => JSON.stringify(row[name]) === JSON.stringify(whole[name])),
  );
  return judge(definition, body, {
    now: new Date(),
    peers: definition.peers === undefined ? [] : peers,
    ...(before === undefined ? {} : { before }),
  }).problems;
}
