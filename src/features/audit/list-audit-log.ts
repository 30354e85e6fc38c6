/** The operation that reads the audit log: who changed what, through which door, field by field. */

import { cursorOf, recordHead, recordHeadFields, sequenceBelow } from "../../engine/audit-record.ts";
import { inBatches } from "../../engine/batches.ts";
import { type Call, turnOf } from "../../engine/context.ts";
import { createLongList, type LongList } from "../../engine/long-list.ts";
import type { ConfigurationOperation, OperationInput } from "../../engine/operation.ts";
import type { AuditRecord, AuditStore, RecordFilter } from "../../engine/ports/audit.ts";
import { TextAnswer } from "../../engine/text-answer.ts";
import { doors } from "../../kernel/access.ts";
import { choice, type Fields, integer, list, object, text, timestamp } from "../../kernel/field.ts";
import { parseBody } from "../../kernel/parse-body.ts";
import { unprocessable } from "../../kernel/problem.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import type { JsonObject } from "../../kernel/validate.ts";

const defaultLimit = 100;
const maxLimit = 1_000;

const input = {
  resource: text({
    description: "Only records of this kind of resource, such as teams.",
    optional: true,
    max: 255,
  }),
  row_id: text({ description: "Only records of the row with this id.", optional: true, max: 512 }),
  actor: text({ description: "Only what this actor did: its id, or its name at the time.", optional: true }),
  action: text({
    description: "Only records of this action, such as update_team.",
    optional: true,
    max: 255,
  }),
  name: text({
    description:
      "Only records of rows whose texts hold these words; of rows that are gone, by what they last held.",
    optional: true,
    max: 200,
  }),
  door: choice({ description: "Only what came through this door.", optional: true, choices: doors }),
  plan_id: text({ description: "Only what applying this plan did.", optional: true, max: 255 }),
  since: timestamp({ description: "Only records of this time or later.", optional: true }),
  until: timestamp({ description: "Only records before this time.", optional: true }),
  cursor: text({
    description: "Where to go on: next_cursor of the page before, with the same filters.",
    optional: true,
    max: 64,
  }),
  limit: integer({
    description: `Most records to answer; ${defaultLimit} where it is left out.`,
    optional: true,
    min: 1,
    max: maxLimit,
  }),
} satisfies Fields;

const recordField = object({
  description: "What one call did to one row, or was refused.",
  fields: {
    ...recordHeadFields,
    resource: text({ description: "The kind of the row; for other actions their toolset." }),
    row_id: text({ description: "The row's id; empty where the action was of no single row.", min: 0 }),
    outcome: choice({ description: "Whether it was done.", choices: ["success", "refused"] }),
    changes: list({
      description: "What changed, field by field.",
      max: 1_000,
      items: object({
        description:
          "One field: its values before and after, or for a secret only whether it was set, changed or cleared.",
        open: true,
        fields: {
          field: text({ description: "The field's name." }),
          secret: choice({
            description: "What became of a secret.",
            choices: ["set", "changed", "cleared"],
            optional: true,
          }),
        },
      }),
    }),
    request_id: text({ description: "The id of the request, as its answer and the logs name it." }),
    address: text({
      description: "The address that the request came from; null where it came over no network.",
      nullable: true,
    }),
    plan_id: text({
      description: "The plan that it was done by; null for a change by itself.",
      nullable: true,
    }),
  },
});

export function listAuditLog(store: AuditStore): ConfigurationOperation {
  return {
    name: "list_audit_log",
    scans: "short",
    level: "admin",
    effect: "read",
    title: "List audit log",
    description:
      "Reads the audit log, newest first: every change of a row with its fields before and after, and refusals worth keeping. Use it to find out who changed something, when, and through which door. What one applied plan did has its id as plan_id. Filters narrow it; next_cursor leads to older records.",
    tag: "audit",
    credential: "bearer",
    method: "GET",
    path: "/api/v1/audit",
    query: Object.keys(input),
    input: { fields: input },
    output: {
      fields: {
        data: list({ description: "The records, newest first.", max: maxLimit, items: recordField }),
        next_cursor: text({
          description: "Give it as cursor for the next page; null at the end.",
          nullable: true,
        }),
      },
    },
    run: (call, given) => run(store, call, given),
  };
}

async function run(store: AuditStore, call: Call, { body }: OperationInput): Promise<TextAnswer> {
  const { configuration, problems } = parseBody(input, body, "update");
  if (problems.length > 0) throw unprocessable(problems);
  const { cursor, limit = defaultLimit } = configuration as { cursor?: string; limit?: number };
  const { id } = call.caller.organization;
  const filter = filterOf(configuration);
  const data = createLongList(call);
  const batches = inBatches<AuditRecord>({
    read: (after, most) => store.page(id, filter, after?.sequence ?? sequenceBelow(cursor), most),
    lengthOf: ({ changes }) => JSON.stringify(changes).length,
    most: limit + 1,
    turn: turnOf(call),
  });
  let last: AuditRecord | undefined;
  for await (const batch of batches) {
    for (const record of batch) {
      if (data.length === limit || !data.add(JSON.stringify(renderRecord(record))))
        return page(data, last && cursorOf(last.sequence));
      last = record;
    }
  }
  return page(data, undefined);
}

function page(data: LongList, cursor: string | undefined): TextAnswer {
  return new TextAnswer(
    200,
    `{"data":${data.text()},"next_cursor":${JSON.stringify(cursor ?? null)}}`,
    undefined,
  );
}

function filterOf(given: JsonObject): RecordFilter {
  const { resource, row_id, actor, action, name, door, plan_id, since, until } = given as Record<
    string,
    string | undefined
  >;
  const moment = (value: string | undefined) => (value === undefined ? undefined : parseTimestamp(value));
  const [from, to] = [moment(since), moment(until)];
  const words = name
    ?.toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 10);
  return {
    kind: resource,
    rowId: row_id,
    actor,
    action,
    door,
    words,
    planId: plan_id,
    since: from,
    until: to,
  };
}

function renderRecord(record: AuditRecord): JsonObject {
  const { kind, rowId, outcome, changes, requestId, address, plan } = record;
  return {
    ...recordHead(record),
    resource: kind,
    row_id: rowId,
    outcome,
    changes,
    request_id: requestId,
    address: address ?? null,
    plan_id: plan?.id ?? null,
  };
}
