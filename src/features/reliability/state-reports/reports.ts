/**
 * What was seen of a row from outside goes into its state here, whoever saw it: a checker that calls, or an agent
 * next to an engine. An integration that keeps failing is an event.
 */
import type { Call } from "../../../engine/context.ts";
import type { InputFields } from "../../../engine/input.ts";
import { pageOfRow, type RaiseEvent } from "../../../engine/ports/raise-event.ts";
import type { Measured, Merging, Store, StoredRow, Writer } from "../../../engine/ports/rows.ts";
import { naturalKeyOf } from "../../../engine/row-facts.ts";
import { withTransaction } from "../../../engine/transaction.ts";
import type { ItemField } from "../../../kernel/field.ts";
import { given } from "../../../kernel/given.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { decodeNaturalKey } from "../../../kernel/natural-key.ts";
import { noData } from "../../../kernel/no-data.ts";
import { parseBody } from "../../../kernel/parse-body.ts";
import { type Problem, Refusal, unprocessable } from "../../../kernel/problem.ts";
import { reasonOf, sightOf } from "../../../kernel/staleness.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { singularOf } from "../../../kernel/words.ts";
import { keptOf } from "../figures/index.ts";

/** An integration that failed so often in a row is an event, once until it works again. */
export const failuresBeforeEvent = 3;

const counter = "consecutive_failures";

export interface StateReportDeps {
  readonly store: Pick<Store, "mergeState" | "transaction">;
  readonly raiseEvent: RaiseEvent;
}

/** What was seen of one row of several. */
export interface RowReport {
  readonly definition: Kind;
  readonly id: string;
  readonly report: JsonObject;
}

/** That reports of an integration have stopped. */
export interface Absence {
  /** Whether nobody reports of it any more. */
  readonly whole: boolean;
  readonly message: string;
}

export interface Reports {
  /**
   * Checks the report against what the kind reports, and merges it.
   * @param guard looks at the row in the transaction of the report, which it may refuse
   * @returns undefined where there is no such row
   */
  report(
    call: Call,
    definition: Kind,
    id: string,
    report: JsonObject,
    guard?: (writer: Writer) => Promise<void>,
  ): Promise<StoredRow | undefined>;
  /** The same, as a part of what the writer does. */
  reportIn(writer: Writer, call: Call, one: RowReport): Promise<StoredRow | undefined>;
  /**
   * Says of an integration that nobody, or one of several, reports of it any more, which is an event at once. Where
   * nobody does, there is none if one was raised for the failures before it.
   */
  gone(writer: Writer, call: Call, one: RowReport, absence: Absence): Promise<void>;
  /**
   * Merges many reports in one transaction; one that is refused holds back no other.
   * @returns for each report its row, what was wrong with it, or undefined where there is no such row
   */
  reportAll(call: Call, reports: readonly RowReport[]): Promise<readonly (StoredRow | Refusal | undefined)[]>;
}

export function createReports({ store, raiseEvent }: StateReportDeps): Reports {
  /** Merges what was read before; in a transaction, because an event may go with it. */
  async function merge(writer: Writer, call: Call, { definition, id, state, merging }: ReadReport) {
    const row = await writer.mergeState(call.caller.organization.id, definition.kind, id, state, merging);
    if (mayRaise(definition, merging.count) && row?.state[counter] === failuresBeforeEvent)
      await raiseEvent(
        writer,
        call,
        failing(definition, row, `has failed ${failuresBeforeEvent} times in a row`),
        pageOfRow(definition.kind, id),
      );
    return row;
  }

  return {
    async report(call, definition, id, report, guard) {
      const read = readReport({ definition, id, report }, call.now);
      const { state, merging } = read;
      if (guard === undefined && !mayRaise(definition, merging.count))
        return store.mergeState(call.caller.organization.id, definition.kind, id, state, merging);
      return withTransaction(store, [], async (writer) => {
        await guard?.(writer);
        return merge(writer, call, read);
      });
    },
    reportIn: async (writer, call, one) => merge(writer, call, readReport(one, call.now)),
    async gone(writer, call, one, { whole, message }) {
      const { definition, id, state } = readReport(one, call.now);
      const row = await writer.mergeState(call.caller.organization.id, definition.kind, id, state);
      if (row === undefined) return;
      if (whole && Number(row.state[counter] ?? 0) >= failuresBeforeEvent) return;
      const what = whole ? "has stopped reporting" : "has an agent that stopped reporting";
      const event = { ...failing(definition, row, what), body: message };
      await raiseEvent(writer, call, event, pageOfRow(definition.kind, id));
    },
    async reportAll(call, reports) {
      const answers: (StoredRow | Refusal | undefined)[] = [];
      const read = reports.flatMap((one, index) => {
        try {
          return [{ index, one: readReport(one, call.now) }];
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          answers[index] = error;
          return [];
        }
      });
      // In one order, so that two reporters never wait for each other's rows.
      const ordered = read.sort((a, b) => (placeOf(a.one) < placeOf(b.one) ? -1 : 1));
      await withTransaction(store, [], async (writer) => {
        for (const { index, one } of ordered) answers[index] = await merge(writer, call, one);
      });
      return reports.map((_, index) => answers[index]);
    },
  };
}

/** A report that was checked against what its kind reports. */
interface ReadReport extends Omit<RowReport, "report"> {
  readonly state: JsonObject;
  readonly merging: Merging;
}

function placeOf({ definition, id }: ReadReport): string {
  return `${definition.kind}/${id}`;
}

/** Whether an event may follow. */
function mayRaise(definition: Kind, count: Merging["count"]): boolean {
  return count?.by === "raise" && isIntegration(definition);
}

/** The computed fields that a checker may report, as values. */
export function reportedFields(definition: Kind): InputFields {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([name, field]): [string, ItemField][] =>
      field.type === "computed" && field.reported ? [[name, field.shape]] : [],
    ),
  );
}

function readReport({ definition, id, report }: RowReport, now: Date): ReadReport {
  const reported = reportedFields(definition);
  const { configuration, problems } = parseBody(reported, report, "update");
  const explained = problems.map((problem): Problem => {
    const known = Object.hasOwn(definition.fields, problem.field) && reported[problem.field] === undefined;
    const message = `is not for a checker to report; ${definition.kind} take ${Object.keys(reported).join(", ")}`;
    return known ? { ...problem, message } : problem;
  });
  if (explained.length > 0) throw unprocessable(explained);
  const seen = seenByNow(reported, configuration, now);
  const kept = keptOf(definition, seen, now);
  const count = countOf(definition, seen);
  const measured = measuredOf(definition, seen, now);
  const state = measured === undefined ? seen : stateOf(definition, knownOf(reported, seen), measured);
  return { definition, id, state, merging: { count, kept, measured } };
}

/** A report that gives no time was measured when it came; but that nobody knows a state is no measurement. */
function measuredOf({ fields }: Kind, report: JsonObject, now: Date): Merging["measured"] {
  const sight = sightOf(fields);
  if (sight === undefined || Object.keys(report).length === 0) return undefined;
  const at = report[sight.field];
  if (typeof at === "string") return { field: sight.field, at };
  const lost = sight.states.find(({ name, nothing }) => nothing.includes(report[name]))?.name;
  return { field: sight.field, at: now.toISOString(), ...given({ lost }) };
}

/** What is merged: with the time of a measurement, and without the reason of a state that is known again. */
function stateOf({ fields }: Kind, known: JsonObject, { field, at, lost }: Measured): JsonObject {
  const states = sightOf(fields)?.states ?? [];
  const reasons = states
    .filter(({ name }) => name in known)
    .map(({ name }) => [reasonOf(name), name === lost ? noData.reported : null]);
  return { ...Object.fromEntries(reasons), ...known, ...(lost === undefined && { [field]: at }) };
}

/**
 * Without the figures that the report does not know: what was measured before stays, as old as it is. Other values
 * can be none, such as an error's kind.
 */
function knownOf(reported: InputFields, report: JsonObject): JsonObject {
  const figures: readonly (string | undefined)[] = ["number", "integer", "timestamp"];
  const known = ([name, value]: [string, unknown]) =>
    value !== null || !figures.includes(reported[name]?.type);
  return Object.fromEntries(Object.entries(report).filter(known));
}

/** Nothing happened later than now: a checker whose clock is ahead would make what it saw look new for as long. */
function seenByNow(reported: InputFields, state: JsonObject, now: Date): JsonObject {
  const times = Object.entries(state).map(([name, value]) => {
    const field = reported[name];
    const isPast = field?.type === "timestamp" && field.past === true;
    const ahead = isPast && typeof value === "string" && Date.parse(value) > now.getTime();
    return [name, ahead ? now.toISOString() : value];
  });
  return Object.fromEntries(times);
}

/** What a status says about the attempt where no time of success does. */
const worked: readonly unknown[] = ["up", "degraded"];
const failed: readonly unknown[] = ["down"];

/**
 * Whether the report means a failure or a success, for the kinds that count failures. An error's
 * kind is a failure, whatever else is said. A kind that reports the time of its last success succeeds by
 * naming one; in a kind that does not, the status decides.
 */
function countOf(definition: Kind, report: JsonObject): Merging["count"] {
  if (!Object.hasOwn(definition.fields, counter)) return undefined;
  const { last_error_kind = null, last_success_at = null, status } = report;
  const timed = Object.hasOwn(definition.fields, "last_success_at");
  // Who reads back reports the same look again and again, and may not be the only one.
  const count = { field: counter, seen: timed ? undefined : seenField(definition, report) };
  if (last_error_kind !== null || (!timed && failed.includes(status))) return { ...count, by: "raise" };
  const success = timed ? last_success_at !== null : worked.includes(status);
  return success ? { ...count, by: "reset" } : undefined;
}

/** Of reports that give no time, each counts. */
function seenField({ fields }: Kind, report: JsonObject): string | undefined {
  const field = sightOf(fields)?.field;
  return field !== undefined && typeof report[field] === "string" ? field : undefined;
}

/** A connection to another system, which has a health; what is only watched has none. */
function isIntegration(definition: Kind): boolean {
  return Object.hasOwn(definition.fields, "health_status");
}

/** @param what goes on after the row's name */
function failing(definition: Kind, row: StoredRow, what: string): JsonObject {
  const key = naturalKeyOf(definition, row.configuration);
  const name = key === null ? row.id : decodeNaturalKey(key).join(" ");
  const { last_error_message: message } = row.state;
  return {
    event: "integration_failing",
    title: `${singularOf(definition.title)} ${name} ${what}`,
    body: typeof message === "string" ? message : null,
    labels: { resource: definition.kind, id: row.id },
  };
}
