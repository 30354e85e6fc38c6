/** The calls that say who is on call: now, from here to there, and whether anybody is missing. */
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Store } from "../../../engine/ports/rows.ts";
import { integer, object, text, timestamp } from "../../../kernel/field.ts";
import { anyMoment } from "../../../kernel/kind.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type Problem, unprocessable } from "../../../kernel/problem.ts";
import type { ConfigurationOf } from "../../../kernel/row-types.ts";
import { onCallRotas } from "../../../resources/on-call-rotas.ts";
import { dayMs } from "../../../shifts/clock.ts";
import {
  concernsOf,
  fromNow,
  gapsOf,
  type ProvedRota,
  peopleOf,
  usualDays,
} from "../../../shifts/coverage.ts";
import { postsAt } from "../../../shifts/now.ts";
import type { Stretch } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import { type Ways, wakingFailures } from "../../identity/index.ts";
import { type OnCallRows, type ReadOnCall, rotaNamed, rotaOf } from "./rows.ts";
import {
  address,
  shapesOfCoverage,
  shiftList,
  shiftsOfPersonList,
  shownConcern,
  shownGap,
  shownShift,
  whoOutput,
} from "./shapes.ts";
import { refuseStretch, refuseYear } from "./time-bounds.ts";

export interface CallDeps {
  readonly store: Store;
  readonly rowsOf: ReadOnCall;
  readonly ways: Pick<Ways, "kindsOf" | "reachOf">;
}

const longestDays = 400;

const reads = {
  tag: "on call",
  toolset: "On call",
  level: "read",
} as const;

const daysField = integer({
  description: "How many days from now on.",
  min: 1,
  max: 366,
  unit: "days",
  default: usualDays,
});

const termFields = {
  from: timestamp({ description: "Left out: now.", nullable: true }),
  to: timestamp({
    description: `At most ${longestDays} days after from; left out: four weeks.`,
    nullable: true,
  }),
};

const ofRota = {
  ...reads,
  scans: "short",
  reach: { kinds: [onCallRotas], row: "id" },
} as const;

export const rotaId = text({ description: "The rota's id.", max: 512 });

export function whoIsOnCall({ store, rowsOf, ways }: CallDeps): ConfigurationOperation {
  return configurationOperation({
    ...reads,
    scans: "short",
    reach: { kinds: [onCallRotas] },
    name: "who_is_on_call",
    title: "Who is on call",
    description: "Who is on call, until when, and who comes next.",
    method: "GET",
    path: "/api/v1/on_call",
    input: {
      at: timestamp({ description: "Left out: now.", nullable: true }),
    },
    output: whoOutput,
    async answer(call, { at }) {
      const { rotas, members, names } = await rowsOf(store, call.caller.organization.id);
      const moment = at === null ? call.now : new Date(at);
      refuseYear("at", moment);
      const found = rotas.map((rota) => ({
        rota,
        posts: postsAt(rota, rota.overrides, moment.getTime(), members),
      }));
      const people = new Set(found.flatMap(({ posts }) => posts.flatMap((post) => post.people)));
      const kinds = await ways.kindsOf(store, [...people]);
      return {
        at: moment.toISOString(),
        rotas: found.map(({ rota, posts }) => ({
          rota_id: rota.id,
          name: rota.name,
          roles: posts.map((post) => ({
            ...post,
            people: post.people.map((email) => ({
              email,
              name: names.get(email) || email,
              ways: kinds.get(email) ?? ["mail"],
            })),
            since: shownMoment(post.since),
            until: shownMoment(post.until),
            next: post.next && { ...post.next, at: shownMoment(post.next.at) },
          })),
        })),
      };
    },
  });
}

function shownMoment(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function listShifts({ store, rowsOf }: CallDeps): ConfigurationOperation {
  return configurationOperation({
    ...ofRota,
    name: "list_shifts",
    title: "Shifts of a rota",
    description:
      "Who is on call in a rota between two moments. Shifts are cut to these, and say whether the rotation or an override made them.",
    method: "GET",
    path: "/api/v1/on_call_rotas/{id}/shifts",
    input: {
      id: rotaId,
      ...termFields,
    },
    output: { data: shiftList },
    async answer(call, { id, ...term }) {
      const { rotas, members } = await rowsOf(store, call.caller.organization.id);
      const rota = rotaNamed(rotas, id);
      const { from, to } = stretchOf(call.now, term);
      return { data: shiftsOf(rota, rota.overrides, from, to, members).map(shownShift) };
    },
  });
}

export function listShiftsOfPerson({ store, rowsOf }: CallDeps): ConfigurationOperation {
  return configurationOperation({
    ...reads,
    scans: "short",
    reach: { kinds: [onCallRotas] },
    // A model asks who is on call, and about a rota by its name.
    forPrograms: true,
    name: "list_shifts_of_person",
    title: "Shifts of a person",
    description: "When a person is on call, over all rotas, between two moments.",
    method: "GET",
    path: "/api/v1/on_call/shifts",
    input: { email: address, ...termFields },
    output: { data: shiftsOfPersonList },
    async answer(call, { email, ...term }) {
      const { rotas, members } = await rowsOf(store, call.caller.organization.id);
      const { from, to } = stretchOf(call.now, term);
      const own = rotas.flatMap((rota) =>
        shiftsOf(rota, rota.overrides, from, to, members)
          .filter(({ people }) => people.includes(foldEmail(email)))
          .map((shift) => ({ rota, shift })),
      );
      return {
        data: own
          .toSorted((one, other) => one.shift.from - other.shift.from)
          .map(({ rota: { id, name }, shift }) => ({ rota_id: id, name, ...shownShift(shift) })),
      };
    },
  });
}

/** @throws 422 where it is no time, too long, or in years that no rota is asked about */
function stretchOf(now: Date, { from, to }: { readonly from: string | null; readonly to: string | null }) {
  const begins = from === null ? now : new Date(from);
  const ends = to === null ? new Date(begins.getTime() + 28 * dayMs) : new Date(to);
  refuseYear("from", begins);
  if (to !== null) refuseYear("to", ends);
  refuseStretch(begins, ends, longestDays);
  return { from: begins.getTime(), to: ends.getTime() };
}

export function checkCoverage(deps: CallDeps): ConfigurationOperation {
  return configurationOperation({
    ...ofRota,
    name: "check_coverage",
    title: "Whether a rota is covered",
    description:
      "What is wrong with the shifts of a rota from now on. Times that must be covered and belong to nobody, and people who are away, gone, on call twice, or without a night's rest, or reached by mail alone.",
    method: "GET",
    path: "/api/v1/on_call_rotas/{id}/coverage",
    input: { id: rotaId, days: daysField },
    output: shapesOfCoverage,
    async answer(call, { id, days }) {
      const rows = await deps.rowsOf(deps.store, call.caller.organization.id);
      const rota = rotaNamed(rows.rotas, id);
      return coverageOf(rota, rows, fromNow(call.now, days), await unreachableIn(deps, rota, rows));
    },
  });
}

export function previewRota(deps: CallDeps): ConfigurationOperation {
  const { fields } = onCallRotas;
  return configurationOperation({
    ...reads,
    scans: "short",
    reach: { kinds: [onCallRotas] },
    // A model plans the row, and sees the same.
    forPrograms: true,
    name: "preview_on_call_rota",
    title: "Preview a rota",
    description: `The shifts and the coverage of the next ${usualDays} days by a rota that is not saved.`,
    method: "POST",
    path: "/api/v1/on_call_rotas/preview",
    input: fields,
    output: {
      shifts: shiftList,
      coverage: object({ description: "What is wrong with them.", fields: shapesOfCoverage }),
    },
    async answer(call, input) {
      const problems = problemsOf(input);
      if (problems.length > 0) throw unprocessable(problems);
      const rows = await deps.rowsOf(deps.store, call.caller.organization.id);
      const known = rows.rotas.find(({ name }) => name === input.name);
      const rota = { ...rotaOf(known?.id ?? "", input), overrides: known?.overrides ?? [] };
      const whole = fromNow(call.now, usualDays);
      const rotas = [...rows.rotas.filter((one) => one !== known), rota];
      return {
        shifts: shiftsOf(rota, rota.overrides, whole.from, whole.to, rows.members).map(shownShift),
        coverage: coverageOf(rota, { ...rows, rotas }, whole, await unreachableIn(deps, rota, rows)),
      };
    },
  });
}

/** What the kind's own rules say. */
function problemsOf(configuration: ConfigurationOf<typeof onCallRotas>): Problem[] {
  const row = { configuration, state: {}, secretsSet: {} };
  return onCallRotas.check?.(row, undefined, anyMoment, []) ?? [];
}

/** The members of a rota whom no page wakes, by their addresses: each with the kinds of ways that should, and fail. */
export async function unreachableIn(
  { store, ways }: Pick<CallDeps, "store" | "ways">,
  rota: ProvedRota,
  { members }: Pick<OnCallRows, "members">,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const people = peopleOf(rota).filter((email) => members.has(email));
  const reached = await ways.reachOf(store, people, "page");
  return new Map(
    people.flatMap((email) => {
      const failing = wakingFailures(reached.get(email) ?? []);
      return failing === undefined ? [] : [[email, failing] as const];
    }),
  );
}

function coverageOf(
  rota: ProvedRota,
  { rotas, absences, members }: OnCallRows,
  whole: Stretch,
  unreachable: ReadonlyMap<string, readonly string[]>,
) {
  const gaps = gapsOf(rota, whole, members);
  return {
    covered: gaps.length === 0,
    gaps: gaps.map(shownGap),
    concerns: concernsOf(rota, rotas, absences, members, whole, unreachable).map(shownConcern),
  };
}
