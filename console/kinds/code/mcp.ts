/** A row or an unsaved form as the call that an assistant makes for it. */
import type { Subject } from "./subject.ts";

export function asMcp({ definition, row, etag, draft }: Subject): string {
  const { actionNames, shape } = definition;
  const id = row === undefined || shape === "setting" ? {} : { id: String(row.id) };
  const changed = Object.keys(draft).length > 0;
  const match = etag === undefined || etag === "*" || !changed ? {} : { if_match: etag };
  const verb = row === undefined ? "create" : changed ? "update" : "get";
  const call = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: actionNames[verb], arguments: { ...id, ...(row === undefined ? {} : match), ...draft } },
  };
  return JSON.stringify(call, null, 2);
}
