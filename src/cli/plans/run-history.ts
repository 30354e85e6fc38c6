/** What a run did, from the audit log: a Terraform run, a CI job, an agent's session. */
import type { Json } from "../../kernel/field.ts";
import { readable } from "../../kernel/readable.ts";
import type { Client } from "../client.ts";
import { printJson } from "../print.ts";
import { inColour, say, withProgress } from "../terminal.ts";
import type { LastChange } from "./answers.ts";
import { drawLines } from "./draw.ts";
import { linesOfFields, type Mark } from "./lines.ts";
import { visible } from "./names.ts";
import { type Common, kinds, longTimeout_ms } from "./request.ts";

/** What the service answers, as this command reads it. */
interface Records {
  readonly data: readonly RunRecord[];
  readonly next_cursor: string | null;
}

interface RunRecord extends LastChange {
  readonly resource: string;
  readonly row_id: string;
  readonly outcome: string;
  readonly changes: readonly {
    readonly field: string;
    readonly before?: Json;
    readonly after?: Json;
    readonly secret?: string;
  }[];
}

/** The records that one call answers at most. */
const page = 1_000;

export async function historyOfRun(
  client: Client,
  run: string,
  { limit, json, color }: Common & { readonly limit: number },
): Promise<void> {
  const { data, next_cursor } = await withProgress("Reading", readRecords(client, run, limit));
  if (json) return printJson({ data, next_cursor });
  const colour = inColour(process.stdout, color);
  process.stdout.write(data.map((record) => `${drawRecord(record, colour)}\n`).join(""));
  if (data.length === 0) say(`There is no record of a run ${visible(run)}.`);
  else if (next_cursor !== null) say("There are older records; give --limit to see more.");
}

async function readRecords(client: Client, run: string, limit: number): Promise<Records> {
  const data: RunRecord[] = [];
  for (let cursor: string | null = null; ; ) {
    const query: URLSearchParams = new URLSearchParams({
      run,
      limit: String(Math.min(limit - data.length, page)),
      ...(cursor === null ? {} : { cursor }),
    });
    const sent = { timeout_ms: longTimeout_ms };
    const next: Records = await client.call("GET", `/api/v1/audit?${query}`, { data: "list" }, sent);
    data.push(...next.data);
    cursor = next.next_cursor;
    if (cursor === null || next.data.length === 0 || data.length >= limit)
      return { data, next_cursor: cursor };
  }
}

function drawRecord(record: RunRecord, colour: boolean): string {
  const { resource, row_id, sequence, at, actor, door, action, outcome, changes } = record;
  const definition = kinds.get(resource);
  const { create, delete: remove } = definition?.actionNames ?? {};
  const mark: Mark = action === create ? "+" : action === remove ? "-" : "~";
  const who = `${visible(actor.name)} (${visible(actor.kind)}, ${visible(door)})`;
  const refused = outcome === "success" ? "" : ", refused";
  const text = `${sequence}  ${readable(new Date(at))}  ${visible(`${resource} ${row_id}`.trim())}  ${visible(action)} by ${who}${refused}`;
  const fields = changes
    .filter(({ secret }) => secret === undefined)
    .map(({ field, before, after }) => ({
      path: field,
      ...(mark === "+" || before === undefined ? {} : { before }),
      ...(mark === "-" || after === undefined ? {} : { after }),
    }));
  const secrets = changes.flatMap(({ field, secret }) => (secret === undefined ? [] : [[field, secret]]));
  const lines = linesOfFields(fields, Object.fromEntries(secrets), mark, definition);
  return drawLines([{ mark, depth: 0, text }, ...lines], colour);
}
