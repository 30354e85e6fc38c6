/** Cuts the list of tools into pages. A cursor names the last tool shown, so that any node can go on from it. */
import { type ListToolsResult, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Detail } from "./brief-schemas.ts";
import type { OfferedTool } from "./tools.ts";

/** Most tools on one page. */
export const pageSize = 50;

export function pageOf(
  tools: readonly OfferedTool[],
  detail: Detail,
  cursor: string | undefined,
): ListToolsResult {
  const start = cursor === undefined ? 0 : placeAfter(tools, cursor);
  const shown = tools.slice(start, start + pageSize).map(({ listed }) => listed[detail]);
  const last = shown.at(-1);
  const more = last !== undefined && start + pageSize < tools.length;
  return { tools: shown, ...(more ? { nextCursor: cursorOf(last.name) } : {}) };
}

function placeAfter(tools: readonly OfferedTool[], cursor: string): number {
  const name = Buffer.from(cursor, "base64url").toString();
  const index = cursorOf(name) === cursor ? tools.findIndex((tool) => tool.name === name) : -1;
  if (index >= 0) return index + 1;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "cursor: was not given by this list; start again without one",
  );
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString("base64url");
}
