/**
 * What an outside checker saw of a row: health, figures, results. Routine, so that it moves neither the
 * row's ETag nor its updated_at, and leaves no audit record.
 */

import type { Capability, Registry } from "../engine/capability.ts";
import type { Engine } from "../engine/engine.ts";
import { type InputFields, readInput } from "../engine/input.ts";
import type { ConfigurationOperation, OperationAnswer } from "../engine/operation.ts";
import type { Writer } from "../engine/ports/rows.ts";
import { notFound } from "../engine/reading.ts";
import { etagOf, namesVersion } from "../kernel/etag.ts";
import { type ChoiceField, choice, type ItemField, integer, list, object, text } from "../kernel/field.ts";
import { Refusal } from "../kernel/problem.ts";
import type { Resource } from "../kernel/resource.ts";
import type { JsonObject } from "../kernel/validate.ts";
import { reportedFields, type StateReports } from "./state-reports.ts";

export interface ReportStateDeps {
  readonly engine: Pick<Engine, "show" | "in">;
  readonly reports: StateReports;
  readonly resources: Registry;
}

export function createReportState(deps: ReportStateDeps): Capability {
  return { operations: [reportOperation(deps), reportAllOperation(deps)] };
}

/** The kinds that a checker reports on. */
function reportingKinds(resources: Registry): readonly Resource[] {
  return Object.values(resources).filter(
    (resource) => resource.shape === "collection" && Object.keys(reportedFields(resource)).length > 0,
  );
}

function reportOperation({ engine, reports, resources }: ReportStateDeps): ConfigurationOperation {
  const reporting = reportingKinds(resources);
  const kinds = reporting.map(({ kind }) => kind).sort();
  const target = {
    kind: choice({ description: "The kind of the row.", choices: kinds }),
    id: text({ description: "The row's id.", max: 512 }),
  } as const;
  return {
    name: "report_state",
    level: "operate",
    effect: "update",
    cumulative: true,
    title: "Report state",
    description:
      "Takes what an outside checker saw of one row: an integration's health, an SLO's figures, the result of a check or a scan. Name the fields that the row's kind reports; the others stay as they are. A report with last_error_kind counts one more failure in consecutive_failures, a success sets it to 0. Settings, ETag and audit log do not move.",
    tag: "state",
    resource: "state",
    credential: "bearer",
    method: "PUT",
    path: "/api/v1/state/{kind}/{id}",
    input: { fields: { ...target, ...anyReported(reporting) } },
    output: { value: object({ description: "The row as it is now.", fields: {}, open: true }) },
    sentByPrograms: true,
    confirms: false,
    conditional: true,
    async run(call, { body, ifMatch, ifNoneMatch }): Promise<OperationAnswer> {
      const { kind, id, ...report } = body;
      const resource = reporting.find((candidate) => candidate.kind === kind);
      if (resource === undefined && typeof kind === "string") throw noReports(kind, kinds);
      const named = readInput(target, {
        ...(kind === undefined ? {} : { kind }),
        ...(id === undefined ? {} : { id }),
      });
      if (resource === undefined) throw noReports(named.kind, kinds);
      const guard = !namesVersion({ ifMatch, ifNoneMatch })
        ? undefined
        : (writer: Writer) => engine.in(writer).hold(call, resource, named.id, { ifMatch, ifNoneMatch });
      const row = await reports.report(call, resource, named.id, report, guard);
      if (row === undefined) throw notFound(resource);
      return { status: 200, body: await engine.show(call, resource, row), etag: etagOf(row.revision) };
    },
  };
}

/** Most reports of one call: what a checker sees within a few seconds. */
const maxReports = 500;

/** What a program that watches many rows sends once a minute, in one transaction. */
function reportAllOperation({ reports, resources }: ReportStateDeps): ConfigurationOperation {
  const reporting = reportingKinds(resources);
  const kinds = reporting.map(({ kind }) => kind).sort();
  const target = {
    kind: choice({ description: "The kind of the row.", choices: kinds }),
    id: text({ description: "The row's id.", max: 512 }),
  } as const;
  const input = {
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
  return {
    name: "report_states",
    level: "operate",
    effect: "update",
    cumulative: true,
    title: "Report many states",
    description: `Takes what an outside checker saw of up to ${maxReports} rows at once. Each report is what report_state takes; one that is refused is named in the answer, and holds back no other.`,
    tag: "state",
    resource: "state",
    credential: "bearer",
    method: "PUT",
    engineScope: "engine:agent",
    path: "/api/v1/state",
    input: { fields: input },
    output: {
      fields: {
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
      },
    },
    sentByPrograms: true,
    confirms: false,
    async run(call, { body }): Promise<OperationAnswer> {
      const named = readInput(input, body).reports;
      const found = await reports.reportAll(
        call,
        named.map(({ kind, id, state }) => ({ resource: resources[kind] as Resource, id, report: state })),
      );
      const refused = named.flatMap(({ kind, id }, index): JsonObject[] => {
        const answer = found[index];
        if (answer !== undefined && !(answer instanceof Refusal)) return [];
        const { message, detail } = answer ?? notFound(resources[kind] as Resource);
        return [{ kind, id, message, fields: (detail.fields ?? []).map((problem) => ({ ...problem })) }];
      });
      return { status: 200, body: { reported: named.length - refused.length, refused } };
    },
  };
}

/** What a report may hold, whatever the kind; which of it a kind takes is checked by the kind's own shapes. */
function anyReported(reporting: readonly Resource[]): InputFields {
  const fields: Record<string, ItemField> = {};
  for (const [name, field] of reporting.flatMap((resource) => Object.entries(reportedFields(resource)))) {
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
