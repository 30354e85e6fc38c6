/** A schedule of another tool as a rota with its overrides, proved by what that tool worked out itself. */

import { formats } from "../../../../kernel/format.ts";
import { readable } from "../../../../kernel/readable.ts";
import type { ConfigurationOf } from "../../../../kernel/row-types.ts";
import { countOf } from "../../../../kernel/words.ts";
import { onCallOverrides } from "../../../../resources/on-call-overrides.ts";
import { firstRole, onCallRotas } from "../../../../resources/on-call-rotas.ts";
import { dayMs } from "../../../../shifts/clock.ts";
import type { Stretch } from "../../../../shifts/shapes.ts";
import { rolesOf } from "../../../../shifts/shifts.ts";
import type { Attributes } from "../attributes.ts";
import type { AddRow, MigrationContext } from "../mapping.ts";
import type { Row } from "../rows.ts";
import { type Layer, rotationsOf } from "./layer.ts";
import type { People } from "./people.ts";
import { provedShifts, type Rendered, unproved } from "./proof.ts";

export interface Schedule {
  readonly tool: string;
  readonly name: string;
  readonly timezone: string;
  readonly description: string | undefined;
  /** The lowest first. */
  readonly layers: readonly NotedLayer[];
  /** Who takes a role for a while, in the order in which the last wins. */
  readonly overrides: readonly Taken[];
  /** What the other tool worked out; undefined where the files do not have it. */
  readonly rendered: Rendered | undefined;
  /** How files would have it. */
  readonly how: string;
}

export interface NotedLayer extends Layer {
  /** Says something of the layer. */
  note(message: string): void;
}

export interface Taken extends Stretch {
  readonly role: string;
  readonly email: string;
  readonly replaces?: string;
}

/** A rota of the migration, and its roles: the first is called first. */
export interface Rota {
  readonly id: string;
  readonly roles: readonly string[];
}

/** The rota among the rows of a schedule. */
export function rotaAmong(rows: readonly Row[]): Rota | undefined {
  const row = rows.find(({ definition }) => definition.kind === onCallRotas.kind);
  if (row === undefined) return undefined;
  const { rotations } = row.configuration as ConfigurationOf<typeof onCallRotas>;
  return { id: row.id, roles: namedRoles(rolesOf({ rotations }, [])) };
}

/** Whoever notifies an empty rota names its first role. */
function namedRoles(roles: readonly string[]): readonly string[] {
  return roles.length === 0 ? [firstRole] : roles;
}

/** Whoever takes more is a part of the rota. */
const longestMs = 366 * dayMs;

/** Undefined where its row was refused; the report begins with it then. */
export function addRota(
  schedule: Schedule,
  people: People,
  source: Attributes,
  add: AddRow,
  context: MigrationContext,
): Rota | undefined {
  const { name, tool, layers, overrides, rendered, how } = schedule;
  const now = context.options.now?.getTime() ?? Number.NEGATIVE_INFINITY;
  const timezone = zoneOf(schedule, source);
  const rotations = layers.flatMap((layer) =>
    layer.until !== undefined && layer.until <= now ? [] : rotationsOf(layer, timezone, now, layer.note),
  );
  const over = layers.filter(({ until }) => until !== undefined && until <= now).length;
  if (over > 0) source.note("", `${countOf(over, "layer")} ended before now, and left out`, "info");
  const cut = overrides.flatMap(inParts);
  const written = cut.filter(({ to }) => to > now);
  if (rotations.length === 0) context.first(emptyBy(written));
  const body = { name, description: schedule.description ?? "", timezone, rotations };
  const { id, accepted } = add(onCallRotas, body);
  if (!accepted) {
    context.first("the rota was refused, and nobody is called by it: the note says why");
    return undefined;
  }
  const rows = written.map((one) => overrideOf(one, tool));
  for (const row of rows) add(onCallOverrides, { rota_id: id, ...row });
  const named = [
    ...rotations.flatMap(({ turns }) => turns.flatMap((turn) => turn.people)),
    ...cut.map(({ email }) => email),
  ];
  for (const line of people.unknownAmong(named)) context.first(line);
  const proof =
    rendered === undefined || (rendered.entries.length === 0 && rendered.to === undefined)
      ? unproved(name, tool, how)
      : provedShifts(
          { schedule: name, tool },
          body,
          cut.map((one) => overrideOf(one, tool)),
          rendered,
          now,
        );
  context.shifts(proof);
  if (proof.state === "differs") context.first(`${proof.says} than in ${tool}: ${proof.differs[0]}`);
  return { id, roles: namedRoles(rolesOf(body, rows)) };
}

function emptyBy(written: readonly Taken[]): string {
  if (written.length === 0) return "nobody is on call by it: it has no turns, and the rota is empty";
  const last = readable(new Date(Math.max(...written.map(({ to }) => to))));
  return `it has no turns that come again, and the rota overrides alone: nobody is on call after ${last}`;
}

function zoneOf({ timezone }: Schedule, source: Attributes): string {
  if (formats.timezone.check(timezone) === undefined) return timezone;
  source.note("", `nobody knows its time zone ${JSON.stringify(timezone)}: UTC is written`);
  return "UTC";
}

function inParts(taken: Taken): Taken[] {
  if (taken.to - taken.from <= longestMs) return [taken];
  return [{ ...taken, to: taken.from + longestMs }, ...inParts({ ...taken, from: taken.from + longestMs })];
}

function overrideOf({ role, email, replaces, from, to }: Taken, tool: string) {
  return {
    role,
    email,
    replaces: replaces ?? null,
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(to).toISOString(),
    reason: `From ${tool}`,
  };
}
