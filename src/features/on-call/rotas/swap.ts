/** A shift, or a part of one, that is taken, given or swapped: overrides that are written in one transaction. */
import type { Call } from "../../../engine/context.ts";
import { type ConfigurationOperation, configurationOperation } from "../../../engine/operation.ts";
import type { Writer } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { naturalKeyOf } from "../../../engine/row-facts.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import { list, object, text, timestamp } from "../../../kernel/field.ts";
import { foldEmail } from "../../../kernel/natural-key.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { readable } from "../../../kernel/readable.ts";
import type { ObjectValueOf } from "../../../kernel/row-types.ts";
import { runNamed } from "../../../kernel/run.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { Warning } from "../../../kernel/warning.ts";
import { onCallOverrides } from "../../../resources/on-call-overrides.ts";
import { firstRole, onCallRotas } from "../../../resources/on-call-rotas.ts";
import { dayMs } from "../../../shifts/clock.ts";
import type { ProvedRota } from "../../../shifts/coverage.ts";
import { type Handing, missingFrom, overridesHanding } from "../../../shifts/handing.ts";
import type { Members } from "../../../shifts/shapes.ts";
import { shiftsOf } from "../../../shifts/shifts.ts";
import type { Ground } from "../../ground.ts";
import { rotaId } from "./calls.ts";
import type { Askers } from "./people.ts";
import { type ReadOnCall, rotaNamed } from "./rows.ts";
import { address, moment, shiftList, shownShift } from "./shapes.ts";

interface SwapDeps extends Pick<Ground, "store" | "engine" | "onCommit"> {
  readonly rowsOf: ReadOnCall;
  readonly askers: Askers;
}

/** As overrides have it. */
const longestDays = 366;

const person = (description: string) => text({ description, max: 254, nullable: true });

const input = {
  id: rotaId,
  role: text({ description: "The role.", default: firstRole, max: 64 }),
  from: timestamp({ description: "Left out: now.", nullable: true }),
  to: timestamp({ description: "Until when." }),
  email: person("Whose shift it is; null is the whole role."),
  with: person("Who takes it; null is the caller."),
  in_return: object({
    description: "A time of theirs that goes the other way.",
    nullable: true,
    fields: {
      from: timestamp({ description: "Its beginning." }),
      to: timestamp({ description: "Its end." }),
    },
  }),
  reason: text({ description: "Why.", default: "", max: 500 }),
} as const;

const output = {
  overrides: list({
    description: "The overrides that were made.",
    max: 4,
    items: object({
      description: "One of them.",
      fields: {
        id: text({ description: "Its id." }),
        email: address,
        replaces: { ...address, nullable: true },
        starts_at: moment("From when on."),
        ends_at: moment("Until when."),
      },
    }),
  }),
  shifts: { ...shiftList, description: "The role's shifts in these times, as they are now." },
  run: text({ description: "What undo_run of a plan takes the whole swap back by.", max: 200 }),
} as const;

export function takeShift(deps: SwapDeps): ConfigurationOperation {
  return configurationOperation({
    name: "take_shift",
    title: "Take, give or swap a shift",
    description:
      "Takes a shift of a rota or a part of it, gives it away, or swaps two with in_return. It writes on-call overrides, all or none: for a member where they are one of the two people, and for an administrator anyway.",
    tag: "on call",
    toolset: "On call",
    level: "operate",
    effect: "create",
    takesAway: true,
    tested: true,
    reach: { kinds: [onCallRotas], row: "id" },
    method: "POST",
    path: "/api/v1/on_call_rotas/{id}/swap",
    input,
    output,
    async answer(asked, given) {
      const { id: organizationId } = asked.caller.organization;
      // Of its own where the caller names none, so that both sides of a swap are taken back together.
      const run = asked.run ?? runNamed(`take_shift/${asked.requestId}`) ?? asked.requestId;
      const call = { ...asked, run };
      const { body, warnings } = await withTransaction(
        deps.store,
        [`${organizationId}/${onCallOverrides.kind}/swap`],
        async (writer) => {
          const done = await swapped(deps, writer, call, given);
          await call.keeping?.keep(writer, { status: 200, ...done });
          return done;
        },
      );
      deps.onCommit();
      call.afterwards?.set("take_shift", async () => warnings);
      return body;
    },
  });
}

/** @throws 422 with what is wrong with people and times, and what the row engine refuses of an override */
async function swapped(
  { engine, rowsOf, askers }: SwapDeps,
  writer: Writer,
  call: Call & { readonly run: string },
  given: ObjectValueOf<typeof input>,
) {
  const { members, rotas } = await rowsOf(writer, call.caller.organization.id);
  const receiver = given.with === null ? await askers.ownAddress(writer, call) : foldEmail(given.with);
  let rota = rotaNamed(rotas, given.id);
  const handings = readHandings(call.now, receiver, given);
  const problems = handings.flatMap((one) => problemsOf(call.now, rota, members, one));
  if (problems.length > 0) throw unprocessable(problems);
  const rows = engine.in(writer);
  const overrides: { readonly [name: string]: string | null }[] = [];
  const warnings: Warning[] = [];
  for (const { handing } of handings) {
    const known = await sameKey(writer, call, rota, handing);
    const made = overridesHanding(rota, members, handing, known?.override);
    if (made === undefined) throw inTheWay(handing);
    rota = { ...rota, overrides: made.overrides };
    if (known !== undefined) warnings.push(...(await rows.remove(call, onCallOverrides, known.id)));
    for (const override of made.added) {
      const body = { reason: given.reason, ...override, rota_id: rota.id };
      const { row, warnings: said } = await rows.make(call, onCallOverrides, body);
      warnings.push(...said);
      overrides.push({
        id: String(row.id),
        ...{ email: override.email, replaces: override.replaces },
        ...{ starts_at: override.starts_at, ends_at: override.ends_at },
      });
    }
  }
  const shifts = handings.flatMap(({ handing: { role, from, to } }) =>
    shiftsOf(rota, rota.overrides, from, to, members).filter((one) => one.role === role),
  );
  return { body: { overrides, shifts: shifts.map(shownShift), run: call.run }, warnings };
}

interface NamedHanding {
  readonly handing: Handing;
  /** What its times are called in the input. */
  readonly at: "" | "in_return.";
}

/** @throws 422 where people or times are no such */
function readHandings(
  now: Date,
  receiver: string | undefined,
  { role, from, to, email, in_return }: ObjectValueOf<typeof input>,
): NamedHanding[] {
  const refused = (field: string, message: string) => unprocessable([{ field, message }]);
  if (receiver === undefined)
    throw refused("with", "must name who takes the shift: a key is nobody who is on call");
  const giver = email === null ? null : foldEmail(email);
  if (giver === receiver) throw refused("with", `is ${receiver}, whose shift it is; name somebody else`);
  const begins = from === null ? now : momentOf(from);
  const first = { role, email: giver, with: receiver, from: begins.getTime(), to: momentOf(to).getTime() };
  if (in_return === null) return [{ handing: first, at: "" }];
  if (giver === null) throw refused("email", "must name whose shift it is, as they take one in return");
  const times = { from: momentOf(in_return.from).getTime(), to: momentOf(in_return.to).getTime() };
  if (times.from < first.to && first.from < times.to)
    throw refused("in_return", "must be another time: the two overlap");
  const second = { role, email: receiver, with: giver, ...times };
  return [
    { handing: first, at: "" },
    { handing: second, at: "in_return." },
  ];
}

/** The door has read it as a timestamp. */
function momentOf(timestamp: string): Date {
  return parseTimestamp(timestamp) as Date;
}

function problemsOf(now: Date, rota: ProvedRota, members: Members, { handing, at }: NamedHanding): Problem[] {
  const { from, to, role, email, with: receiver } = handing;
  if (to <= from) return [{ field: `${at}to`, message: "must be later than from" }];
  if (from < now.getTime())
    return [{ field: `${at}from`, message: "must not be in the past; leave it out for now" }];
  if (to - from > longestDays * dayMs)
    return [{ field: `${at}to`, message: `must be at most ${longestDays} days after from` }];
  const [giverField, receiverField] = at === "" ? ["email", "with"] : ["with", "email"];
  if (!members.has(receiver))
    return [{ field: receiverField, message: `names ${receiver}, who is no member of the organization` }];
  if (email === null) return [];
  const missing = missingFrom(shiftsOf(rota, rota.overrides, from, to, members), handing, email);
  if (missing === undefined) return [];
  const when = `from ${readable(new Date(missing.from))} to ${readable(new Date(missing.to))}`;
  return [
    {
      field: giverField,
      message: `names ${email}, who is not on call as ${role} ${when}; name a time of their shifts (list_shifts has them)`,
    },
  ];
}

/** The override that has the natural key already. */
async function sameKey(writer: Writer, { caller, now }: Call, rota: ProvedRota, handing: Handing) {
  const starts_at = new Date(handing.from).toISOString();
  const key = naturalKeyOf(onCallOverrides, {
    ...{ rota_id: rota.id, role: handing.role, email: handing.with, starts_at },
  });
  if (key === null) return undefined;
  const row = await writer.rowByKey(caller.organization.id, onCallOverrides.kind, key, now);
  return row && { id: row.id, override: completed(onCallOverrides, row.configuration) };
}

function inTheWay({ with: receiver }: Handing): Refusal {
  return new Refusal(
    "conflict",
    `Earlier overrides of this time are in the way of ${receiver}; change or delete them first (list_on_call_overrides has them).`,
  );
}
