/** What an approval stands for: the changes of a proposal and what of their effects matters. Pure. */
import { createHash } from "node:crypto";
import type { RowChange } from "../../../engine/plan/differences.ts";
import { sameJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";
import { given } from "../../../kernel/given.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { placeOf } from "./steps.ts";
import type { Proposal, Shown, Target } from "./stored.ts";

type Matter = Pick<Shown, "changes" | "problems" | "refusals"> & {
  readonly effects: Pick<Shown["effects"], "engines">;
};

/**
 * Each row with its fields before and after, what engines are given, what they refuse, and what stands against it.
 * What moves by time alone (replays of the past, who is on call, warnings) is not in it: the policies that ask for
 * somebody because of it are asked anew each time.
 * @param targets the rows that the rows name afterwards, each with its field: a name may come to mean another row. Their
 * ids alone, or nothing, are the digest of earlier releases
 */
export function digestOf(
  { changes, problems, refusals, effects }: Matter,
  targets?: readonly Json[],
): string {
  const matter = {
    changes: changes.map(matterOf),
    ...given({ targets }),
    engines: effects.engines,
    refusals,
    problems: problems.map(({ resource, key, field, reason }) => [resource, key, field, reason]),
  };
  return createHash("sha256").update(JSON.stringify(matter)).digest("hex");
}

type Standing = Pick<Proposal, "digest" | "progress">;

/**
 * The digest as it is shown and sent: once later steps are done, another one with each of them, so that a call that comes
 * again means no other step. Approvals are for the digest itself.
 */
export function shownDigest({ digest, progress }: Standing): string {
  return atPlace(digest, placeOf(progress));
}

/** All that the digest was or will be shown as. */
export function digestsOf({ digest, progress }: Standing): string[] {
  return [digest, ...progress.steps.map((_, place) => atPlace(digest, place))];
}

function atPlace(digest: string, place: number): string {
  return place <= 0 ? digest : createHash("sha256").update(`${digest} ${place}`).digest("hex");
}

/** New rows have no id that anybody relies on: their keys name them. */
function matterOf({ resource, key, id, action, fields, secrets, managed_by }: RowChange) {
  return { resource, key, id: action === "create" ? null : id, action, fields, secrets, managed_by };
}

/** Whether both lists change the same rows in the same way, in whichever order. */
export function sameChanges(one: readonly RowChange[], other: readonly RowChange[]): boolean {
  const texts = (changes: readonly RowChange[]) => changes.map((change) => JSON.stringify(matterOf(change)));
  return texts(one).sort().join() === texts(other).sort().join();
}

/** What is done to a row, before and now; null: nothing. */
export type Different = JsonObject & {
  readonly resource: string;
  readonly id: string;
  readonly was: Json;
  readonly is: Json;
};

/** What was shown, as far as its rows go. */
type Seen = Pick<Shown, "changes" | "targets">;

/** The rows of which something else is changed now, or that name another row now by the same name. */
export function differentIn(was: Seen, is: Seen): Different[] {
  const names = [...new Set([...was.changes, ...is.changes].map(nameOf))];
  const isKnown = was.targets !== undefined && is.targets !== undefined;
  return names.flatMap((name): Different[] => {
    const [before, now] = [was, is].map(({ changes }) => changes.find((one) => nameOf(one) === name));
    const [named, names] = [was, is].map(({ targets = [] }) => targets.filter(({ row }) => row === name));
    const isOther = isKnown && before !== undefined && now !== undefined && !sameTargets(named, names);
    const [one] = [now, before].flatMap((change) => change ?? []);
    const [done, does] = [[before, named] as const, [now, names] as const].map(([change, all]) =>
      change === undefined ? null : doneTo(change, isOther ? all : undefined),
    );
    if (one === undefined || sameJson(done as Json, does as Json)) return [];
    return [{ resource: one.resource, key: one.key, id: one.id, was: done as Json, is: does as Json }];
  });
}

function doneTo({ action, fields, secrets }: RowChange, named?: readonly Target[]): JsonObject {
  const names = named?.map(({ path, id }) => ({ path, id }));
  return { action, fields, secrets, ...given({ names }) } as unknown as JsonObject;
}

/** Whether the same rows are named, in the same fields. */
export function sameTargets(one: readonly Target[] = [], other: readonly Target[] = []): boolean {
  return sameJson(one as unknown as Json, other as unknown as Json);
}

/** A row that is made is known by its key: its id may be another each time. */
export function nameOf({ resource, key, id, action }: RowChange): string {
  return action === "create" ? `${resource}/${JSON.stringify(key)}` : `${resource}/${id}`;
}
