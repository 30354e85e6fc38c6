/** The operation that reads the audit log: who changed what, through which door, field by field. */

import { changesField, recordHead, recordHeadFields } from "../../../engine/audit-record.ts";
import { inBatches } from "../../../engine/batches.ts";
import { type Call, turnOf } from "../../../engine/context.ts";
import { createLongList, type LongList } from "../../../engine/long-list.ts";
import type { ConfigurationOperation, OperationInput } from "../../../engine/operation.ts";
import { cursorOf, placeBelow } from "../../../engine/page.ts";
import type { AuditRecord, AuditStore, RecordFilter, ServiceNamed } from "../../../engine/ports/audit.ts";
import { enterScan } from "../../../engine/scans.ts";
import { TextAnswer } from "../../../engine/text-answer.ts";
import { doors } from "../../../kernel/access.ts";
import { oldWord } from "../../../kernel/deprecation.ts";
import { choice, type Fields, integer, list, object, text, timestamp } from "../../../kernel/field.ts";
import type { Kind } from "../../../kernel/kind.ts";
import { parseBody } from "../../../kernel/parse-body.ts";
import { unprocessable } from "../../../kernel/problem.ts";
import { longestRun } from "../../../kernel/run.ts";
import { namingPlaces } from "../../../kernel/service-names.ts";
import { momentOf } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { streamed, type Waits } from "./stream.ts";

const defaultLimit = 100;
const maxLimit = 1_000;

const input = {
  kind: text({
    description: "Only records of rows of this kind, such as teams; of other actions, of their toolset.",
    optional: true,
    max: 255,
  }),
  id: text({ description: "Only records of the row with this id.", optional: true, max: 512 }),
  resource: text({ description: "As kind.", optional: true, max: 255, deprecated: oldWord("kind") }),
  row_id: text({ description: "As id.", optional: true, max: 512, deprecated: oldWord("id") }),
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
  service: text({
    description: "Only records of rows that name this service, or named it then.",
    optional: true,
    max: 255,
  }),
  door: choice({ description: "Only what came through this door.", optional: true, choices: doors }),
  plan_id: text({ description: "Only what applying this plan did.", optional: true, max: 255 }),
  run: text({
    description:
      "Only what this run did. It is a Terraform run, a CI job or an agent's session, by the name that its calls gave.",
    optional: true,
    max: longestRun,
  }),
  since: timestamp({ description: "Only records of this time or later.", optional: true }),
  until: timestamp({ description: "Only records before this time.", optional: true }),
  after: integer({
    description:
      "Streams the log in place of a page: the records after this place in the organization's chain, oldest first; 0 begins the log. Give next as after to go on: no record is missed, and none comes twice. It goes with limit and wait only.",
    optional: true,
    min: 0,
  }),
  wait: integer({
    description: "With after: how many seconds to wait for a record where there is none yet.",
    optional: true,
    min: 0,
    max: 30,
  }),
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
    position: integer({
      description: "Its place in the organization's chain, where the call had after.",
      min: 1,
      optional: true,
    }),
    ...recordHeadFields,
    resource: text({ description: "The kind of the row; for other actions their toolset." }),
    row_id: text({ description: "The row's id; empty where the action was of no single row.", min: 0 }),
    outcome: choice({ description: "Whether it was done.", choices: ["success", "refused"] }),
    changes: changesField,
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

/** @param kinds some of whose rows may name services */
export function listAuditLog(
  store: AuditStore,
  waits: Waits,
  kinds: readonly Pick<Kind, "kind" | "fields">[],
): ConfigurationOperation {
  return {
    name: "list_audit_log",
    // A page is read in a place for short work, and who waits for a record is in nobody's way.
    scans: "unless_kept",
    waits: true,
    level: "admin",
    effect: "read",
    title: "List audit log",
    description:
      "Reads the audit log, newest first: every change of a row with its fields before and after, and refusals worth keeping. Use it to find out who changed something, when, and through which door. What one applied plan did has its id as plan_id. Filters narrow it; next_cursor leads to older records. With after it is a stream, oldest first, which waits for new records.",
    tag: "audit",
    credential: "bearer",
    method: "GET",
    path: "/api/v1/audit",
    query: Object.keys(input),
    input: { fields: input },
    output: {
      fields: {
        data: list({
          description: "The records, newest first; with after, oldest first.",
          max: maxLimit,
          items: recordField,
        }),
        next_cursor: text({
          description: "Give it as cursor for the next page; null at the end. Not with after.",
          nullable: true,
          optional: true,
        }),
        next: integer({ description: "With after: give it as after to go on.", min: 0, optional: true }),
      },
    },
    run: (call, given) => run({ store, waits, naming: namingOf(kinds) }, call, given),
  };
}

interface Deps {
  readonly store: AuditStore;
  readonly waits: Waits;
  readonly naming: (service: string) => ServiceNamed;
}

/** A service as rows of these kinds name it. */
function namingOf(kinds: readonly Pick<Kind, "kind" | "fields">[]): Deps["naming"] {
  const places = kinds.flatMap(({ kind, fields }) => namingPlaces(fields).map((place) => ({ kind, place })));
  return (name) => ({
    name,
    places: places.map(({ kind, place }) => ({ kind, match: place.naming(name) })),
  });
}

async function run(
  { store, waits, naming }: Deps,
  call: Call,
  { body }: OperationInput,
): Promise<TextAnswer> {
  const { configuration, problems } = parseBody(input, body, "update");
  if (problems.length > 0) throw unprocessable(problems);
  const { after, wait, limit = defaultLimit } = configuration as { [name: string]: number | undefined };
  if (after !== undefined) {
    refuseFilters(configuration);
    const asked = { after, limit, waitMs: (wait ?? 0) * 1_000 };
    return streamed(store, waits, call, asked, renderRecord);
  }
  if (wait !== undefined)
    throw unprocessable([{ field: "wait", message: "goes with after; leave it out, or send after too" }]);
  const leave = await enterScan({ caller: call.caller }, "short");
  try {
    return await pageOf({ store, naming }, call, configuration, limit);
  } finally {
    leave();
  }
}

/** A stream has every record: who filters keeps what they want of it. */
function refuseFilters(given: JsonObject): void {
  const problems = Object.keys(given)
    .filter((name) => !["after", "wait", "limit"].includes(name))
    .map((field) => ({ field, message: "does not go with after; leave it out" }));
  if (problems.length > 0) throw unprocessable(problems);
}

async function pageOf(
  { store, naming }: Pick<Deps, "store" | "naming">,
  call: Call,
  given: JsonObject,
  limit: number,
): Promise<TextAnswer> {
  const { cursor, service } = given as { cursor?: string; service?: string };
  const { id } = call.caller.organization;
  const filter = { ...filterOf(given), service: service === undefined ? undefined : naming(service) };
  const data = createLongList(call);
  const batches = inBatches<AuditRecord>({
    read: (after, most) => store.page(id, filter, after?.sequence ?? placeBelow(cursor), most),
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
  const { kind, id, actor, action, name, door, plan_id, run, since, until } = given as Record<
    string,
    string | undefined
  >;
  const [from, to] = [momentOf(since), momentOf(until)];
  const words = name
    ?.toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 10);
  return {
    kind,
    rowId: id,
    actor,
    action,
    door,
    words,
    planId: plan_id,
    run,
    since: from,
    until: to,
  };
}

/** A record as callers are shown it. */
export function renderRecord(record: AuditRecord): JsonObject {
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
