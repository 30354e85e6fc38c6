/** What a read makes of a row that the state may know already. */
import type { Kind } from "../src/kernel/kind.ts";
import type { Row } from "./batch.ts";
import { stateOf, whatMovesByItself } from "./row-values.ts";
import { etagIn, privateOf } from "./session.ts";
import type { ReadRequest, ReadResult } from "./wire/provider.ts";

/**
 * The row as a state. The ETag follows the row's settings: where it is the one that the state came with,
 * nobody changed them, and what moves by itself stays as the state has it.
 */
export function refreshed(
  definition: Kind,
  { body, etag }: Row,
  before: Pick<ReadRequest, "state" | "private"> | null,
): ReadResult {
  const settled = before !== null && etagIn(before.private) === etag;
  return {
    state: stateOf(definition, body, before?.state ?? null, settled ? whatMovesByItself : undefined),
    private: privateOf(etag),
  };
}
