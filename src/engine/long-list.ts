/** What one answer may hold: the items of a list as JSON, as many as it has room for. */
import type { Door } from "../kernel/access.ts";
import { Refusal } from "../kernel/problem.ts";
import { mostBriefTokens, tokensIn } from "../kernel/tokens.ts";
import type { Call } from "./context.ts";

/** Most bytes of an answer: 8 MiB. A tool's answer holds everything twice, and no model reads so much. */
const mostBytes = 8 * 1_048_576;
const mostToolBytes = 1_048_576;

/** Of these, what stands around the items of a list, such as their ETags. */
const aroundBytes = 262_144;

export type LongList = ReturnType<typeof createLongList>;

export function createLongList({ door, isBrief }: Pick<Call, "door" | "isBrief">) {
  const items: string[] = [];
  let room = mostOf(door) - aroundBytes;
  let briefRoom = mostBriefTokens;
  let isCut = false;
  return {
    /** Adds the JSON of an item; false where the answer has no room for it. Nothing is added after that. */
    add(item: string): boolean {
      room -= Buffer.byteLength(item) + 1;
      if (isBrief) briefRoom -= tokensIn(item);
      isCut ||= room < 0 || (briefRoom < 0 && items.length > 0);
      if (!isCut) items.push(item);
      return !isCut;
    },
    /** Whether something had no room. */
    get isCut() {
      return isCut;
    },
    get length() {
      return items.length;
    },
    /** The list as JSON. */
    text: () => `[${items.join(",")}]`,
  };
}

/** Refuses an answer that is no list to be cut, such as a whole export in one message. */
export function refuseTooLong(door: Door, length: number): void {
  const most = mostOf(door);
  if (length <= most) return;
  throw new Refusal(
    "unprocessable_entity",
    `The answer is longer than the ${most / 1_048_576} MiB that one may have here; ask for less of it, such as one kind${door === "mcp" ? ", or use the REST call, which sends it as it is read" : ""}.`,
    { reason: "too_long" },
  );
}

function mostOf(door: Door): number {
  return door === "mcp" ? mostToolBytes : mostBytes;
}
