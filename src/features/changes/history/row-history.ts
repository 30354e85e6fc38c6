/** The operation that shows a row's versions. */
import { recordHead } from "../../../engine/audit-record.ts";
import type { Call } from "../../../engine/context.ts";
import { createLongList } from "../../../engine/long-list.ts";
import type { ConfigurationOperation } from "../../../engine/operation.ts";
import { cursorOf, placeBelow } from "../../../engine/page.ts";
import { secretsOf } from "../../../engine/plan/versions.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { defaultLimit, historyFields, targetFields, versionsInput } from "./shapes.ts";
import { historyCall, readTarget } from "./target.ts";
import { type Past, type PastDeps, type RowTarget, readPast, type Version } from "./versions.ts";

export function rowHistoryOperation(deps: PastDeps): ConfigurationOperation {
  const fields = { ...targetFields(Object.keys(deps.definitions)), ...versionsInput };
  return {
    ...historyCall,
    reach: { kinds: { in: "kind", of: deps.definitions } },
    name: "row_history",
    scans: "short",
    title: "Row history",
    description:
      "Every version of one row, newest first. When, who, through which door, which fields before and after, and the whole configuration as it was then. Of a deleted row too, as long as the audit log goes back. Use it to find out what changed, or which sequence to give to restore_row. Needs no access to the audit log.",
    method: "GET",
    path: "/api/v1/history/{kind}/{id}",
    query: Object.keys(versionsInput),
    input: { fields },
    output: { fields: historyFields },
    async run(call, { body }) {
      const { target, input } = readTarget(deps.definitions, fields, body);
      const page = { below: placeBelow(input.cursor), limit: input.limit ?? defaultLimit, call };
      return { status: 200, body: await readPast(deps, call, target, (past) => show(target, past, page)) };
    },
  };
}

async function show(
  { definition, id }: RowTarget,
  past: Past,
  { below, limit, call }: { readonly below: number; readonly limit: number; readonly call: Call },
): Promise<JsonObject> {
  const shown: JsonObject[] = [];
  const data = createLongList(call);
  let last = past.row?.configuration;
  let more = false;
  let lowest: number | undefined;
  // One more shows whether there is another page. Later pages follow from all that is newer.
  const wanted = below === Number.MAX_SAFE_INTEGER ? limit + 1 : undefined;
  for await (const version of past.versions(wanted)) {
    last ??= version.before;
    if (version.record.sequence >= below) continue;
    const one = shownVersion(version);
    more = shown.length === limit || !data.add(JSON.stringify(one));
    if (more) break;
    shown.push(one);
    lowest = version.record.sequence;
  }
  const removed = await past.removed();
  return {
    kind: definition.kind,
    resource: definition.kind,
    id,
    key: await past.keyOf(last ?? {}),
    present: past.row !== undefined || definition.shape === "setting",
    complete: removed === undefined,
    kept_since: removed?.keptSince?.toISOString() ?? null,
    data: shown,
    next_cursor: more && lowest !== undefined ? cursorOf(lowest) : null,
  };
}

function shownVersion({ record, after }: Version): JsonObject {
  return {
    ...recordHead(record),
    plan_id: record.plan?.id ?? null,
    fields: record.changes.flatMap((change) =>
      "secret" in change ? [] : [{ path: change.field, before: change.before, after: change.after }],
    ),
    secrets: secretsOf(record),
    configuration: after ?? null,
  };
}
