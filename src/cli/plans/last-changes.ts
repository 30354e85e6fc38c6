/** Who changed a row last, in words; and where a row's history is read. */
import { readable } from "../../kernel/readable.ts";
import type { LastChange } from "./answers.ts";
import { visible } from "./names.ts";

export const historyShape = { resource: "string", complete: "boolean", data: "list" } as const;

export function historyPath(kind: string, id: string): string {
  return `/api/v1/history/${encodeURIComponent(kind)}/${encodeURIComponent(id)}`;
}

/** `update_team by Ada (user, console), 2026-11-22 12:00:00 UTC` */
export function lastChangeSentence({ actor, door, at, action }: LastChange): string {
  return `${visible(action)} by ${visible(actor.name)} (${visible(actor.kind)}, ${visible(door)}), ${readable(new Date(at))}`;
}
