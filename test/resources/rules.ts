/** Runs one kind's own rules over a body, in the engine's order: parse, prepare, check. No row is stored. */
import { isSame } from "../../src/engine/draft.ts";
import { defaultOf, type Field, isConfiguration, type Json } from "../../src/kernel/field.ts";
import type { Kind, View } from "../../src/kernel/kind.ts";
import { parseBody } from "../../src/kernel/parse-body.ts";
import type { Problem } from "../../src/kernel/problem.ts";
import { atOnce } from "../../src/kernel/time-slices.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";

export const now = new Date("2026-03-10T12:00:00.000Z");

export interface Circumstances {
  /** The row as it was; without one the body creates it. Settings always have one: see `unsaved`. */
  readonly before?: View<JsonObject>;
  readonly now?: Date;
  readonly address?: string;
  /** It was deleted, and is made again. */
  readonly comesBack?: boolean;
  readonly peers?: readonly JsonObject[];
}

export interface Judgement {
  /** The row as it would be stored. */
  readonly row: View<JsonObject>;
  /** Where the problems are, in the order in which they were found. */
  readonly paths: readonly string[];
  readonly problems: readonly Problem[];
}

/** What features fill in of a new row where nobody has said anything else. */
const filledIn: Readonly<Record<string, JsonObject>> = { slos: { missing_after_minutes: 10 } };

export function judge(definition: Kind, body: JsonObject, circumstances: Circumstances = {}): Judgement {
  const { before, address, comesBack, peers = [] } = circumstances;
  const moment = {
    now: circumstances.now ?? now,
    actor: { kind: "user", id: "user_1", name: "Ada" } as const,
    address,
    comesBack,
  };
  const parsed = parseBody(definition.fields, body, before === undefined ? "create" : "update");
  const secrets = Object.entries(parsed.secrets).map(([name, value]) => [name, value !== null]);
  const named: View<JsonObject> = {
    configuration: {
      ...(before?.configuration ?? filledIn[definition.kind]),
      ...moved(definition, before, parsed.configuration),
    },
    state: before?.state ?? {},
    secretsSet: { ...before?.secretsSet, ...Object.fromEntries(secrets) },
  };
  if (parsed.problems.length > 0) return { row: named, ...pathsOf(parsed.problems) };
  const examination = definition.examine?.(named, before);
  const prepared = definition.prepare?.(named, before, moment, examination && atOnce(examination.work)) ?? {};
  const row: View<JsonObject> = {
    ...named,
    configuration: { ...named.configuration, ...(prepared.configuration as JsonObject | undefined) },
    state: { ...named.state, ...prepared.state },
  };
  const problems = definition.check?.(row, before, moment, peers) ?? [];
  return { row, ...pathsOf(problems) };
}

/** What is only said again moves nothing, as in the engine. */
function moved({ fields }: Kind, before: View<JsonObject> | undefined, named: JsonObject): JsonObject {
  if (before === undefined) return named;
  const { configuration, state } = before;
  return Object.fromEntries(
    Object.entries(named).filter(([name, value]) => {
      const field = fields[name] as Field;
      return !isConfiguration(field) || !isSame(field, configuration[name] ?? null, state[name], value);
    }),
  );
}

/** A setting that nobody has saved yet. */
export function unsaved(definition: Kind): View<JsonObject> {
  const starts = Object.entries(definition.fields).flatMap(([name, field]): [string, Json][] =>
    isConfiguration(field) ? [[name, defaultOf(field) ?? null]] : [],
  );
  const initial = definition.initial?.({ name: "Acme" });
  return { configuration: { ...Object.fromEntries(starts), ...initial }, state: {}, secretsSet: {} };
}

function pathsOf(problems: readonly Problem[]) {
  return { problems, paths: problems.map((problem) => problem.field) };
}
