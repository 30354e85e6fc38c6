/** What a change of rotas, overrides and absences leaves to nobody, and whom it names that nobody knows. */
import type { Call } from "../../../engine/context.ts";
import type { Judge, Judgement, OwnTests, RowMove } from "../../../engine/feature.ts";
import { changesAny, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import { isWriter, type Reader } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { readable } from "../../../kernel/readable.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { absences } from "../../../resources/absences.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { fromNow, type Gap, type ProvedRota, usualDays } from "../../../shifts/coverage.ts";
import { movedGaps, pairsOf } from "../../../shifts/difference.ts";
import type { Members, Stretch } from "../../../shifts/shapes.ts";
import { rolesOf, shiftsOf } from "../../../shifts/shifts.ts";
import type { OnCallRota, ReadOnCall } from "./rows.ts";
import { stretchText } from "./words.ts";

export function judgeRotas(rowsOf: ReadOnCall): Judge {
  return {
    kinds: Object.keys(fields),
    async judge(reader, call, all) {
      const moves = all.filter(movesShifts);
      if (moves.length === 0) return [];
      const { members, rotas, opened } = await openedBy(rowsOf, reader, call, moves);
      const gaps = opened.map(({ rota, says }) => saidOf(rota, says, moves));
      return [
        ...moves.flatMap((move) => [
          ...strangersIn(move, members),
          ...unknownRole(move, rotas),
          ...takesNobody(move, rotas),
        ]),
        ...gaps,
      ];
    },
  };
}

/** A rota that says so is a test by itself: a change that would leave a time to nobody is held back. */
export function testRotas(rowsOf: ReadOnCall): OwnTests {
  return {
    concerns: (moves) => moves.some(movesShifts),
    async failing(reader, call, all) {
      const moves = all.filter(movesShifts);
      const { id: organizationId } = call.caller.organization;
      const strict = await reader.rowsMatching(organizationId, onCallRotas.kind, { on_gap: "refuse" });
      if (strict.length === 0) return [];
      // No two changes open together what neither opens alone; a plan that is only shown waits for nobody.
      if (isWriter(reader)) await reader.lock(`${organizationId}/${onCallRotas.kind}`);
      const { opened } = await openedBy(rowsOf, reader, call, moves);
      return (
        opened
          // A rota that is new, or only now says so, is warned of what it leaves open.
          .filter(({ was, rota }) => was !== undefined && refusesGaps(was) && refusesGaps(rota))
          .map(({ rota, says }) => ({
            ...{ kind: onCallRotas.kind, id: rota.id, configuration: { ...rota.configuration } },
            name: `on_gap of ${rota.name}`,
            message: `the change ${says}.`,
          }))
      );
    },
  };
}

/** What shifts follow from; an absence is looked at where it is new. */
const fields: Readonly<Record<string, readonly string[]>> = {
  [absences.kind]: ["email"],
  [onCallOverrides.kind]: ["email", "replaces", "starts_at", "ends_at"],
  [onCallRotas.kind]: ["timezone", "rotations", "must_cover"],
};

export function movesShifts(move: RowMove): boolean {
  const own = fields[move.kind];
  return own !== undefined && changesAny(move, own);
}

/** The rotas in which nobody has a time after the changes that somebody had before, or that nobody asked for. */
async function openedBy(rowsOf: ReadOnCall, reader: Reader, call: Call, moves: readonly RowMove[]) {
  const read = await rowsOf(reader, call.caller.organization.id);
  const [before, after] = [read.side(moves, rowsBefore), read.side(moves, rowsAfter)];
  const whole = fromNow(call.now, usualDays);
  const sides = { before: before.rotas, after: after.rotas, members: after.members, whole };
  const rotaWithId = (rotas: readonly OnCallRota[], id: string | undefined) =>
    rotas.find((one) => one.id === id);
  const opened = pairsOf(sides, new Set(moves.flatMap(rotasOf))).flatMap((pair) => {
    const { opened: gaps } = movedGaps(pair, sides);
    const rota = rotaWithId(after.rotas, pair.is?.rota.id);
    if (rota === undefined || gaps.length === 0) return [];
    return [{ was: rotaWithId(before.rotas, rota.id), rota, says: leavesNobody(rota, gaps, whole) }];
  });
  return { members: after.members, rotas: after.rotas, opened };
}

function refusesGaps({ configuration: { on_gap } }: OnCallRota): boolean {
  return on_gap === "refuse";
}

/** The rotas whose shifts a change moves. */
export function rotasOf({ kind, id, before, now }: RowMove): string[] {
  if (kind === onCallRotas.kind) return [id];
  if (kind !== onCallOverrides.kind) return [];
  return [before, now].flatMap((row) =>
    row === undefined ? [] : [completed(onCallOverrides, row.configuration).rota_id],
  );
}

function leavesNobody(rota: ProvedRota, [first, ...more]: readonly Gap[], whole: Stretch): string {
  const when = stretchText(first as Gap, rota.timezone, whole);
  const others =
    more.length === 0 ? "" : `, and ${more.length === 1 ? "once more" : `${more.length} times more`}`;
  return `leaves nobody on call in "${rota.name}" as ${first?.role} ${when}${others} in the next ${usualDays} days`;
}

/** Said at the row that changes: at the override where the rota stays as it is. */
function saidOf(rota: ProvedRota, says: string, moves: readonly RowMove[]): Judgement {
  const message = `${says}; put somebody on call then, or change must_cover`;
  const own = moves.find((move) => move.kind === onCallRotas.kind && move.id === rota.id);
  const moved = own ?? moves.find((move) => rotasOf(move).includes(rota.id));
  const field = own === undefined ? "ends_at" : "rotations";
  return {
    ...{ kind: moved?.kind ?? onCallRotas.kind, id: moved?.id ?? rota.id },
    ...{ field, reason: "on_call_gap", message },
  };
}

/** People whom a row names, and who are no members. */
function strangersIn({ kind, id, now }: RowMove, members: Members): Judgement[] {
  if (now === undefined) return [];
  return namedIn(kind, now.configuration).flatMap(({ field, email }) => {
    if (members.has(foldEmail(email))) return [];
    const message = `names ${email}, who is no member of the organization and is not on call before they have joined; invite them`;
    return [{ kind, id, field, reason: "not_a_member" as const, message }];
  });
}

/** An override in a role that no rotation has: it takes nobody's place. */
function unknownRole({ kind, id, now }: RowMove, rotas: readonly OnCallRota[]): Judgement[] {
  if (kind !== onCallOverrides.kind || now === undefined) return [];
  const { rota_id, role } = completed(onCallOverrides, now.configuration);
  const rota = rotas.find((one) => one.id === rota_id);
  const roles = rota === undefined ? [] : rolesOf(rota, []);
  if (roles.length === 0 || roles.includes(role)) return [];
  const message = `is ${role}, and ${JSON.stringify(rota?.name)} has no such role, only ${roles.join(", ")}: it takes nobody's place there`;
  return [{ kind, id, field: "role", reason: "role_not_in_rota", message }];
}

/** An override in the place of somebody who is not on call then: it changes nothing. */
function takesNobody({ kind, id, now }: RowMove, rotas: readonly OnCallRota[]): Judgement[] {
  if (kind !== onCallOverrides.kind || now === undefined) return [];
  const { rota_id, role, replaces, starts_at, ends_at, email } = completed(
    onCallOverrides,
    now.configuration,
  );
  const rota = rotas.find((one) => one.id === rota_id);
  const [from, to] = [parseTimestamp(starts_at)?.getTime(), parseTimestamp(ends_at)?.getTime()];
  if (replaces === null || rota === undefined || from === undefined || to === undefined) return [];
  const isOwn = (one: OnCallRota["overrides"][number]) =>
    one.role === role && one.starts_at === starts_at && foldEmail(one.email) === foldEmail(email);
  const others = rota.overrides.filter((one) => !isOwn(one));
  // Who gave a place away before has it still, for those who take it from them.
  const shifts = [...shiftsOf(rota, others, from, to), ...shiftsOf(rota, [], from, to)];
  const isOnCall = shifts.some((one) => one.role === role && one.people.includes(foldEmail(replaces)));
  if (isOnCall || !rolesOf(rota, []).includes(role)) return [];
  const message = `takes the place of ${replaces}, who is not on call as ${role} in ${JSON.stringify(rota.name)} at any time from ${readable(starts_at)} to ${readable(ends_at)}: it puts nobody on call; name who is, or leave replaces out to take everybody's place`;
  return [{ kind, id, field: "replaces", reason: "replaces_nobody", message }];
}

function namedIn(kind: string, configuration: JsonObject) {
  switch (kind) {
    case onCallRotas.kind:
      return completed(onCallRotas, configuration).rotations.flatMap(({ turns }, rotation) =>
        turns.flatMap(({ people }, turn) =>
          people.map((email) => ({ field: `rotations[${rotation}].turns[${turn}].people`, email })),
        ),
      );
    case onCallOverrides.kind:
      return [{ field: "email", email: completed(onCallOverrides, configuration).email }];
    case absences.kind:
      return [{ field: "email", email: completed(absences, configuration).email }];
    default:
      return [];
  }
}
