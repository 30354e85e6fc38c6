/** A proposal in steps: which of its rows each of them takes, and how far it is. Pure. */
import type { Registry, RowMove } from "../../../engine/feature.ts";
import { completed, pick } from "../../../engine/render.ts";
import { referencesOf } from "../../../engine/row-facts.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { isSameService, servicesIn } from "../../../kernel/service-names.ts";
import { isObject, type JsonObject } from "../../../kernel/validate.ts";
import type { KeptRequest } from "../plans/index.ts";
import type { Head, Progress, Proposal, Step, StepProgress } from "./stored.ts";

const nameOf = ({ kind, id }: Pick<RowMove, "kind" | "id">) => `${kind}/${id}`;

/**
 * The rows of each step, in order, and behind them those that no step names. A step takes in what its rows need of the
 * change: what is made and they refer to, and what refers to what it deletes.
 */
export function rowsOfSteps(
  definitions: Registry,
  steps: readonly Step[],
  moves: readonly RowMove[],
): readonly (readonly string[])[] {
  if (steps.length === 0) return [];
  const left = new Map(moves.map((move) => [nameOf(move), move]));
  const taken = steps.map((step) => {
    const own = [...left.values()].filter((move) => isOf(definitions, step, move));
    const rows: string[] = [];
    for (let move = own.shift(); move !== undefined; move = own.shift()) {
      if (!left.delete(nameOf(move))) continue;
      rows.push(nameOf(move));
      own.push(...neededBy(definitions, move, left));
    }
    return rows;
  });
  return left.size === 0 ? taken : [...taken, [...left.keys()]];
}

function isOf(definitions: Registry, { services, labels }: Step, { kind, before, now }: RowMove): boolean {
  const definition = definitions[kind];
  if (definition === undefined) return false;
  return [before, now].some((row) => {
    if (row === undefined) return false;
    const configuration = completed(definition, row.configuration);
    const named = servicesIn(definition.fields, configuration);
    const own = (isObject(configuration.labels) ? configuration.labels : {}) as JsonObject;
    return (
      (services.length === 0 || named.some((one) => services.some((name) => isSameService(name, one)))) &&
      Object.entries(labels).every(([name, value]) => own[name] === value)
    );
  });
}

function neededBy(definitions: Registry, move: RowMove, left: ReadonlyMap<string, RowMove>): RowMove[] {
  const definition = definitions[move.kind];
  const among = (names: readonly string[]) => names.flatMap((name) => left.get(name) ?? []);
  const made = among(linksOf(definition, move.now?.configuration)).filter(
    ({ before }) => before === undefined,
  );
  const renamed = among(shownLinks(definition, move)).filter(isRenamed);
  if (move.now !== undefined) return [...made, ...renamed];
  const name = nameOf(move);
  const pointing = [...left.values()].filter(({ kind, before }) =>
    linksOf(definitions[kind], before?.configuration).includes(name),
  );
  return [...renamed, ...pointing];
}

/** By itself a step would show the old name of a row that a later one renames: it would be something else than approved. */
function isRenamed({ before, now }: RowMove): boolean {
  return before !== undefined && now !== undefined && before.naturalKey !== now.naturalKey;
}

/** The rows whose names are shown of a change: of its own key, and of each field that changes. */
function shownLinks(definition: Kind | undefined, { before, now }: RowMove): string[] {
  const [was, is] = [before?.configuration ?? {}, now?.configuration ?? {}];
  const isShown = (name: string) =>
    definition?.naturalKey.includes(name) === true || !sameJson(was[name] ?? null, is[name] ?? null);
  return [was, is].flatMap((one) => linksOf(definition, pick(one, Object.keys(one).filter(isShown))));
}

function linksOf(definition: Kind | undefined, configuration: JsonObject | undefined): string[] {
  if (definition === undefined || configuration === undefined) return [];
  return referencesOf(definition, configuration).map(({ toKind, toId }) => `${toKind}/${toId}`);
}

/** What of a kept request is about these rows. */
export function keptOf({ request, ids, expected }: KeptRequest, rows: ReadonlySet<string>): KeptRequest {
  const own = request.edits.flatMap((edit, index) => {
    const id = edit.op === "save" ? (edit.id ?? ids[index]) : edit.id;
    return rows.has(`${edit.kind}/${id}`) ? [{ edit, id: ids[index] ?? null }] : [];
  });
  const edits = own.map(({ edit }) => edit);
  return { request: { edits }, ids: own.map(({ id }) => id), expected };
}

/** The place of the step that was done last; -1 before the first, and where there are no steps. */
export function placeOf({ steps }: Progress): number {
  return steps.findLastIndex(({ plan_id }) => plan_id !== null);
}

/** The place of the step that is next; undefined where nothing waits. A step that has no rows any more is passed over. */
export function nextStep(progress: Progress): number | undefined {
  const from = placeOf(progress);
  const next = progress.steps.findIndex(({ rows }, index) => index > from && rows.length > 0);
  return next === -1 ? undefined : next;
}

/** The rows of the steps that wait, of one that was applied. */
export function rowsAhead(progress: Progress): ReadonlySet<string> {
  return new Set(progress.steps.slice(placeOf(progress) + 1).flatMap(({ rows }) => rows));
}

/** How long the step at a place is watched, and for what. */
export function watchedAt(head: Head, place: number): Head {
  const minutes = head.steps[place]?.watch_minutes;
  return minutes === undefined ? head : { ...head, watch_minutes: minutes };
}

/** When something of it was done last. */
export function lastDone({ steps, applied_at }: Progress): string | null {
  return steps.findLast((step) => step.applied_at !== null)?.applied_at ?? applied_at;
}

/** The plans by which it was done. */
export function plansOf({ steps, plan_id }: Progress): readonly string[] {
  return steps.length === 0 ? [plan_id ?? ""] : steps.flatMap((step) => step.plan_id ?? []);
}

export function stepsShown({ head, status, progress }: Pick<Proposal, "head" | "status" | "progress">) {
  const at = placeOf(progress);
  return progress.steps.map(({ rows, plan_id, applied_at }, place) => {
    const { services = [], labels = {}, watch_minutes = null } = head.steps[place] ?? {};
    return {
      ...{ services: [...services], labels, watch_minutes },
      ...{ status: standingOf(status, plan_id, place === at), rows: [...rows], plan_id, applied_at },
    };
  });
}

function standingOf(status: Proposal["status"], planId: string | null, isLast: boolean) {
  if (planId === null) return "waits";
  if (status === "reverted") return "reverted";
  return isLast && status === "applied" ? "watched" : "done";
}

/** The same steps over other rows, before any of them is done. */
export function withRows(rows: readonly (readonly string[])[]): readonly StepProgress[] {
  return rows.map((own) => ({ rows: own, plan_id: null, applied_at: null }));
}
