/** Rounds of one write: it is decided again whenever another writer was faster. */
import { Refusal } from "../../kernel/problem.ts";
import type { Resource } from "../../kernel/resource.ts";
import type { Parsed } from "../../kernel/validate.ts";
import type { Call } from "../context.ts";
import type { Writer } from "../ports/rows.ts";
import type { WriteDeps } from "./target.ts";

/** Load-and-decide rounds before a write that keeps losing its race takes the row's lock. */
const optimisticAttempts = 3;
const maxAttempts = 10;

/**
 * Runs a write until it neither loses a race nor is refused. The first round may use the row that the door read;
 * a later one must see it as it is by then.
 * @param work answers undefined when it lost its race
 */
export async function attempt<T>(
  { store, capabilities }: WriteDeps,
  call: Call,
  resource: Resource,
  locks: readonly string[],
  work: (writer: Writer, preloaded: Call["preloaded"]) => Promise<T | undefined>,
): Promise<T> {
  const joint = capabilities[resource.kind]?.alongside !== undefined;
  for (let round = 1; round <= maxAttempts; round += 1) {
    const preloaded = round === 1 ? call.preloaded : undefined;
    const locked = joint || locks.length > 0 || round > optimisticAttempts;
    const result = locked
      ? await store.transaction(locks, (writer) => work(writer, preloaded))
      : await work(store, preloaded);
    if (result !== undefined) return result;
  }
  throw new Refusal("unavailable", "The row is changing too fast to be written; try again.", {
    retryAfterSeconds: 1,
  });
}

/** Rules that read several rows take their locks first, so that they neither race nor deadlock. */
export function locksOf(call: Call, resource: Resource, parsed: Parsed): string[] {
  const { oneDefault, neighbours } = resource;
  const takesPlace = oneDefault !== undefined && parsed.configuration[oneDefault.field] === true;
  return takesPlace || neighbours !== undefined ? [`${call.caller.organization.id}/${resource.kind}`] : [];
}
