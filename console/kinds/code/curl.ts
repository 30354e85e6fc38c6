/** A row or an unsaved form as the request that reads or makes it. */
import type { JsonObject } from "../../../src/kernel/validate.ts";
import type { Subject } from "./subject.ts";

export function asCurl({ definition, row, etag, draft }: Subject, origin: string): string {
  const changed = Object.keys(draft).length > 0;
  const base = `${origin}/api/v1/config/${definition.kind}`;
  const url =
    row === undefined || definition.shape === "setting"
      ? base
      : `${base}/${encodeURIComponent(String(row.id))}`;
  if (row !== undefined && !changed) return lines([`curl ${shell(url)}`, authorization]);
  const match =
    row === undefined || etag === undefined || etag === "*" ? [] : [`-H ${shell(`If-Match: ${etag}`)}`];
  return lines([
    `curl -X ${row === undefined ? "POST" : "PUT"} ${shell(url)}`,
    authorization,
    "-H 'Content-Type: application/json'",
    ...match,
    `-d ${shell(json(draft))}`,
  ]);
}

const authorization = '-H "Authorization: Bearer $ORGCONFIG_KEY"';

function lines(parts: readonly string[]): string {
  return parts.join(" \\\n  ");
}

function json(body: JsonObject): string {
  return JSON.stringify(body, null, 2);
}

/** One word for a POSIX shell, whatever it holds. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
