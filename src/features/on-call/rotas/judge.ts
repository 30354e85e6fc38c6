/** What a change of rotas, overrides and absences leaves to nobody, and whom it names that nobody knows. */
import type { Judge, Judgement, RowMove } from "../../../engine/feature.ts";
import { changesAny, rowsAfter, rowsBefore } from "../../../engine/plan/rows-after.ts";
import { completed } from "../../../engine/render.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { readable } from "../../../kernel/readable.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { absences } from "../../../resources/absences.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { type Gap, gapsOf, type ProvedRota } from "../../../shifts/coverage.ts";
import type { Members, Stretch } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import type { ReadOnCall } from "./rows.ts";

const aheadMs = 90 * 86_400_000;

export function judgeRotas(rowsOf: ReadOnCall): Judge {
  return {
    kinds: Object.keys(fields),
    async judge(reader, call, all) {
      const moves = all.filter(movesShifts);
      if (moves.length === 0) return [];
      const read = await rowsOf(reader, call.caller.organization.id);
      const [before, after] = [read.side(moves, rowsBefore), read.side(moves, rowsAfter)];
      const concerned = new Set(moves.flatMap(rotasOf));
      const whole = { from: call.now.getTime(), to: call.now.getTime() + aheadMs };
      const gaps = after.rotas
        .filter((rota) => concerned.has(rota.id))
        .flatMap((rota) => {
          const was = before.rotas.find((one) => one.id === rota.id);
          const opened = openedBy(was, rota, after.members, whole);
          return opened.length === 0 ? [] : [saidOf(rota, opened, moves)];
        });
      return [...moves.flatMap((move) => strangersIn(move, after.members)), ...gaps];
    },
  };
}

/** What shifts follow from; an absence is looked at where it is new. */
const fields: Readonly<Record<string, readonly string[]>> = {
  [absences.kind]: ["email"],
  [onCallOverrides.kind]: ["email", "replaces", "starts_at", "ends_at"],
  [onCallRotas.kind]: ["timezone", "rotations", "must_cover"],
};

function movesShifts(move: RowMove): boolean {
  const own = fields[move.kind];
  return own !== undefined && changesAny(move, own);
}

/** The rotas whose shifts a change moves. */
export function rotasOf({ kind, id, before, now }: RowMove): string[] {
  if (kind === onCallRotas.kind) return [id];
  if (kind !== onCallOverrides.kind) return [];
  return [before, now].flatMap((row) =>
    row === undefined ? [] : [completed(onCallOverrides, row.configuration).rota_id],
  );
}

/** Times that nobody has after a change, and somebody had before, or nobody asked for. */
export function openedBy(
  was: ProvedRota | undefined,
  rota: ProvedRota,
  members: Members,
  whole: Stretch,
): Gap[] {
  const gapsIn = (one: ProvedRota) =>
    gapsOf(one, shiftsOf(one, one.overrides, whole.from, whole.to, members), whole);
  const known = was === undefined ? [] : gapsIn(was);
  return gapsIn(rota).filter(
    (gap) => !known.some(({ role, from, to }) => role === gap.role && from <= gap.from && gap.to <= to),
  );
}

/** Said at the row that changes: at the override where the rota stays as it is. */
function saidOf(rota: ProvedRota, [first, ...more]: readonly Gap[], moves: readonly RowMove[]): Judgement {
  const { role, from, to } = first as Gap;
  const others =
    more.length === 0 ? "" : `, and ${more.length === 1 ? "once more" : `${more.length} times more`}`;
  const message = `leaves nobody on call in "${rota.name}" as ${role} from ${readable(new Date(from))} to ${readable(new Date(to))}${others} in the next 90 days; put somebody on call then, or change must_cover`;
  const own = moves.find((move) => move.kind === onCallRotas.kind && move.id === rota.id);
  const moved = own ?? moves.find((move) => rotasOf(move).includes(rota.id));
  const field = own === undefined ? "ends_at" : "rotations";
  return {
    kind: moved?.kind ?? onCallRotas.kind,
    id: moved?.id ?? rota.id,
    field,
    reason: "on_call_gap",
    message,
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
