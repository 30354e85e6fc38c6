/**
 * What an outside checker saw of a row: health, figures, results. Routine, so that it moves neither the
 * row's ETag nor its updated_at, and leaves no audit record.
 */

import { recordRefusal } from "../../../engine/authorize.ts";
import type { Call } from "../../../engine/context.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { Registry } from "../../../engine/feature.ts";
import { type InputFields, readInput } from "../../../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../../../engine/operation.ts";
import type { Store, Writer } from "../../../engine/ports/rows.ts";
import { notFound } from "../../../engine/reading.ts";
import { etagOf, namesVersion } from "../../../kernel/etag.ts";
import {
  type ChoiceField,
  choice,
  type ItemField,
  integer,
  list,
  object,
  text,
} from "../../../kernel/field.ts";
import { given } from "../../../kernel/given.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { Refusal } from "../../../kernel/problem.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { type Reports, reportedFields } from "./reports.ts";

/** The ids of the rows that the engine of a connector sees, which its agent may report on. */
export type SeenBy = (organizationId: string, now: Date, connectorId: string) => Promise<ReadonlySet<string>>;

export interface ReportStateDeps {
  readonly engine: Pick<Engine, "show" | "in">;
  readonly reports: Reports;
  readonly definitions: Registry;
  readonly seenBy: SeenBy;
  readonly store: Pick<Store, "recordRefusal">;
}

/** The kinds that a checker reports on. */
function reportingKinds(definitions: Registry): readonly Kind[] {
  return Object.values(definitions).filter(
    (definition) => definition.shape === "collection" && Object.keys(reportedFields(definition)).length > 0,
  );
}

/** How a report names its row. */
function targetOf(kinds: readonly string[]) {
  return {
    kind: choice({ description: "The kind of the row.", choices: kinds }),
    id: text({ description: "The row's id.", max: 512 }),
  } as const;
}

export function reportOperation({ engine, reports, definitions }: ReportStateDeps): ConfigurationOperation {
  const reporting = reportingKinds(definitions);
  const kinds = reporting.map(({ kind }) => kind).sort();
  const target = targetOf(kinds);
  return {
    name: "report_state",
    reach: { kinds: { in: "kind", of: definitions }, row: "id" },
    level: "operate",
    effect: "update",
    unheld: "it says what a program saw of rows, which is their state",
    cumulative: true,
    // A connection that has failed often enough is mailed about.
    asksOthers: true,
    title: "Report state",
    description:
      "Takes what an outside checker saw of one row: an integration's health, an SLO's figures, the result of a check or a scan. Name the fields that the row's kind reports; the others stay as they are. A report with last_error_kind counts one more failure in consecutive_failures, a success sets it to 0. Settings, ETag and audit log do not move.",
    tag: "state",
    credential: "bearer",
    method: "PUT",
    path: "/api/v1/state/{kind}/{id}",
    whileSuspended: true,
    input: { fields: { ...target, ...anyReported(reporting) } },
    output: { value: object({ description: "The row as it is now.", fields: {}, open: true }) },
    forPrograms: true,
    fromEngines: true,
    conditional: true,
    async run(call, { body, ifMatch, ifNoneMatch }): Promise<OperationAnswer> {
      const { kind, id, ...report } = body;
      const definition = reporting.find((candidate) => candidate.kind === kind);
      if (definition === undefined && typeof kind === "string") throw noReports(kind, kinds);
      const named = readInput(target, {
        ...given({ kind, id }),
      });
      if (definition === undefined) throw noReports(named.kind, kinds);
      const guard = !namesVersion({ ifMatch, ifNoneMatch })
        ? undefined
        : (writer: Writer) => engine.in(writer).hold(call, definition, named.id, { ifMatch, ifNoneMatch });
      const row = await reports.report(call, definition, named.id, report, guard);
      if (row === undefined) throw notFound(definition);
      return { status: 200, body: await engine.show(call, definition, row), etag: etagOf(row.revision) };
    },
  };
}

/** Most reports of one call: what a checker sees within a few seconds. */
const maxReports = 500;

/** What a program that watches many rows sends once a minute, in one transaction. */
export function reportAllOperation(deps: ReportStateDeps): ConfigurationOperation {
  const target = targetOf(
    reportingKinds(deps.definitions)
      .map(({ kind }) => kind)
      .sort(),
  );
  const input = reportsInput(target);
  const operation: ConfigurationOperation = {
    name: "report_states",
    level: "operate",
    effect: "update",
    unheld: "it says what a program saw of rows, which is their state",
    cumulative: true,
    // A connection that has failed often enough is mailed about.
    asksOthers: true,
    title: "Report many states",
    description: `Takes what an outside checker saw of up to ${maxReports} rows at once. Each report is what report_state takes; one that is refused is named in the answer, and holds back no other. A key of an engine reports the rows that its connector evaluates or probes, its data sources, and the connector.`,
    tag: "state",
    credential: "bearer",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/state",
    input: { fields: input },
    output: { fields: reportedAll(target) },
    forPrograms: true,
    fromEngines: true,
    async run(call, { body }): Promise<OperationAnswer> {
      return reportNamed(deps, operation, call, readInput(input, body).reports);
    },
  };
  return operation;
}

type Target = ReturnType<typeof targetOf>;

function reportsInput(target: Target) {
  return {
    reports: list({
      description: "What was seen, row by row.",
      max: maxReports,
      items: object({
        description: "What was seen of one row.",
        fields: {
          ...target,
          state: object({
            description: "The fields that the row's kind reports, as report_state takes them.",
            fields: {},
            open: true,
          }),
        },
      }),
    }),
  } as const;
}

function reportedAll(target: Target) {
  return {
    reported: integer({ description: "How many reports were taken.", min: 0 }),
    refused: list({
      description: "The reports that were not taken.",
      max: maxReports,
      items: object({
        description: "One report.",
        fields: {
          ...target,
          message: text({ description: "What is wrong with it." }),
          fields: list({
            description: "What is wrong with its fields.",
            max: Number.MAX_SAFE_INTEGER,
            items: object({ description: "One problem.", fields: {}, open: true }),
          }),
        },
      }),
    }),
  } as const;
}

interface NamedReport extends NamedRow {
  readonly state: JsonObject;
}

/** Takes the reports that the caller may make, and says of each other one why it was not taken. */
async function reportNamed(
  { reports, definitions, seenBy, store }: ReportStateDeps,
  operation: ConfigurationOperation,
  call: Call,
  named: readonly NamedReport[],
): Promise<OperationAnswer> {
  const mayReport = await reportable(seenBy, call);
  const own = named.filter(mayReport);
  const [foreign] = named.filter((one) => !mayReport(one));
  if (foreign !== undefined) await recordRefusal(store, operation, call, foreign.id);
  const found = await reports.reportAll(
    call,
    own.map(({ kind, id, state }) => ({ definition: definitions[kind] as Kind, id, report: state })),
  );
  const answers = new Map(own.map((one, index) => [one, found[index]]));
  const refused = named.flatMap((one): JsonObject[] => {
    const { kind, id } = one;
    const answer = mayReport(one) ? answers.get(one) : notItsOwn(call, one);
    if (answer !== undefined && !(answer instanceof Refusal)) return [];
    const { message, detail } = answer ?? notFound(definitions[kind] as Kind);
    return [{ kind, id, message, fields: (detail.fields ?? []).map((problem) => ({ ...problem })) }];
  });
  return { status: 200, body: { reported: named.length - refused.length, refused } };
}

interface NamedRow {
  readonly kind: string;
  readonly id: string;
}

/** An engine's key is good for the rows that this engine sees, whatever else there is; every other key for all. */
async function reportable(
  seenBy: SeenBy,
  { caller: { engine, organization }, now }: Call,
): Promise<(row: NamedRow) => boolean> {
  if (engine === undefined) return () => true;
  const seen = await seenBy(organization.id, now, engine.connectorId);
  return ({ id }) => seen.has(id);
}

function notItsOwn({ caller: { engine } }: Call, { kind, id }: NamedRow): Refusal {
  return new Refusal(
    "forbidden",
    `${kind}/${id} is not a row that the connector ${engine?.connectorId} evaluates, probes or stands for, and this key is for those alone; report it with the key of its own connector, or with an api:admin key.`,
    { reason: "scope" },
  );
}

/** What a report may hold, whatever the kind; which of it a kind takes is checked by the kind's own shapes. */
function anyReported(reporting: readonly Kind[]): InputFields {
  const fields: Record<string, ItemField> = {};
  for (const [name, field] of reporting.flatMap((definition) => Object.entries(reportedFields(definition)))) {
    const known = fields[name];
    const both = known?.type === "choice" && field.type === "choice" ? eitherChoice(known, field) : undefined;
    fields[name] = { ...(both ?? known ?? field), optional: true };
  }
  return fields;
}

function eitherChoice(one: ChoiceField, other: ChoiceField): ChoiceField {
  return { ...one, choices: [...new Set([...one.choices, ...other.choices])] };
}

function noReports(kind: string, kinds: readonly string[]): Refusal {
  return new Refusal(
    "not_found",
    `No state is reported for ${kind.slice(0, 64)}; it is for ${kinds.join(", ")}.`,
  );
}
