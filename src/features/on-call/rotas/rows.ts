/** The rows that say who is on call, and the people who can be. */
import type { RowMove } from "../../../engine/feature.ts";
import { inOrder, rowsAfter } from "../../../engine/plan/rows-after.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { completed } from "../../../engine/render.ts";
import { grouped } from "../../../kernel/grouped.ts";
import type { Kind } from "../../../kernel/kind.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { absences } from "../../../resources/absences.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import type { Absence, ProvedRota } from "../../../shifts/coverage.ts";
import type { Members } from "../../../shifts/shapes.ts";
import type { Teams } from "../../identity/index.ts";

export interface OnCallRota extends ProvedRota {
  /** Who is notified where nobody is on call. */
  readonly fallback: ConfigurationOf<typeof onCallRotas>["fallback"];
  /** The row's. */
  readonly configuration: ConfigurationOf<typeof onCallRotas>;
}

export interface OnCallRows {
  /** In the order of their names. */
  readonly rotas: readonly OnCallRota[];
  readonly absences: readonly Absence[];
  readonly members: Members;
  /** By address in lower case, and that itself of people without a name. */
  readonly names: ReadonlyMap<string, string>;
}

/** @param known the stored rotas, where they have been read */
export type ReadOnCall = (
  reader: Reader,
  organizationId: string,
  known?: readonly StoredRow[],
) => Promise<OnCallSides>;

/** What was read, and either side of changes to it. */
export interface OnCallSides extends OnCallRows {
  side(moves: readonly RowMove[], as: typeof rowsAfter): OnCallRows;
}

export function createOnCallRows({ roster }: Pick<Teams, "roster">): ReadOnCall {
  return async (reader, organizationId, known) => {
    const of = (definition: Kind) => reader.rowsMatching(organizationId, definition.kind, {});
    const [rotas, overrides, away, people] = await Promise.all([
      known ?? of(onCallRotas),
      of(onCallOverrides),
      of(absences),
      roster.in(reader).everybody(organizationId),
    ]);
    const side: OnCallSides["side"] = (moves, as) => {
      const on = (definition: Kind, rows: readonly StoredRow[]) => as(definition, rows, moves, (row) => row);
      return {
        rotas: rotasFrom(on(onCallRotas, rotas), on(onCallOverrides, overrides)),
        absences: on(absences, away).map(({ configuration }) => completed(absences, configuration)),
        members: new Set(people.map(({ emailFolded }) => emailFolded)),
        // Who has no name is called by the address.
        names: new Map(people.map(({ emailFolded, name }) => [emailFolded, name || emailFolded])),
      };
    };
    return { ...side([], rowsAfter), side };
  };
}

interface AnyRow extends Pick<StoredRow, "id" | "configuration"> {
  /** Left out, all were made at once, in this order. */
  readonly createdAt?: Date | undefined;
}

/** Rotas with their overrides, in the order of their names. @param overrides in any order, where it is known when they were made */
export function rotasFrom(rotas: readonly AnyRow[], overrides: readonly AnyRow[]): readonly OnCallRota[] {
  const moment = ({ createdAt }: AnyRow) => createdAt?.getTime() ?? 0;
  const made = overrides
    .toSorted(
      (a, b) =>
        moment(a) - moment(b) || (a.createdAt === undefined || a.id === b.id ? 0 : a.id < b.id ? -1 : 1),
    )
    .map((row) => completed(onCallOverrides, row.configuration));
  const ofRota = grouped(made, ({ rota_id }) => rota_id);
  return inOrder(onCallRotas, rotas).map(({ id, configuration }) => ({
    ...rotaOf(id, completed(onCallRotas, configuration)),
    overrides: ofRota.get(id) ?? [],
  }));
}

/** A rota by itself, without overrides. */
export function rotaOf(id: string, configuration: ConfigurationOf<typeof onCallRotas>): OnCallRota {
  const { name, timezone, rotations, must_cover, fallback } = configuration;
  return { id, configuration, name, timezone, rotations, must_cover, fallback, overrides: [] };
}

/** @throws 404 where the organization has no such rota */
export function rotaNamed(rotas: readonly ProvedRota[], id: string): ProvedRota {
  const rota = rotas.find((one) => one.id === id);
  if (rota === undefined) throw notFound(onCallRotas);
  return rota;
}
