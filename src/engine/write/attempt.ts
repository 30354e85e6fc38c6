/** Rounds of one write: it is decided again whenever another writer was faster. */

import type { Kind } from "../../kernel/kind.ts";
import type { Parsed } from "../../kernel/parse-body.ts";
import type { Call } from "../context.ts";
import { type Hooks, writesMore } from "../feature.ts";
import { NeedsTransaction, type Reader, type Store, type WriteRows, type Writer } from "../ports/rows.ts";
import { rowQuotaOf } from "../quotas.ts";
import { maxRounds, untilSettled } from "../transaction.ts";

/** Load-and-decide rounds before a write that keeps losing its race takes the row's lock. */
const optimisticRounds = 3;

/**
 * One load-and-decide round.
 * @param rows the store, where a commit stands alone, or the writer of a transaction, where rows are locked
 * @throws LostRace when another writer was faster
 */
type Round<T> = (rows: WriteRows) => Promise<T>;

/**
 * Runs rounds of a write until one neither loses its race nor is refused.
 * @param isFollowed whether others stand or fall with it, where that is known before; else the round says so
 */
export type Attempt = <T>(
  call: Call,
  definition: Kind,
  locks: readonly string[],
  round: Round<T>,
  isFollowed?: boolean,
) => Promise<T>;

/** Each write by itself. */
export function attemptOn(store: Store, hooks: Hooks): Attempt {
  return async (call, definition, ownLocks, round, isFollowed = false) => {
    const hooked = hooks.of(definition.kind);
    const joint = isFollowed || (writesMore(hooked) && hooked.follows === undefined) || overrides(call);
    const locks = await withTestLocks(hooks, store, call, definition, ownLocks);
    return untilSettled(maxRounds, "The row is changing too fast to be written; try again.", (number) => {
      const locked = joint || locks.length > 0 || number > optimisticRounds;
      if (locked) return store.transaction(locks, round);
      return round(store).catch((error) => {
        if (error instanceof NeedsTransaction) return store.transaction(locks, round);
        throw error;
      });
    });
  };
}

/** As a part of a transaction that somebody else runs: a race that is lost here is lost for all of it. */
export function attemptIn(writer: Writer, hooks: Hooks): Attempt {
  return async (call, definition, locks, round) => {
    for (const lock of await withTestLocks(hooks, writer, call, definition, locks)) await writer.lock(lock);
    return round(writer);
  };
}

/** What is gone past is put on record with the change. */
function overrides({ overrideTests, breakGlass }: Call): boolean {
  return overrideTests !== undefined || breakGlass !== undefined;
}

async function withTestLocks(
  { guard }: Hooks,
  reader: Reader,
  call: Call,
  { kind }: Kind,
  locks: readonly string[],
): Promise<readonly string[]> {
  if (guard === undefined) return locks;
  return [...locks, ...(await guard.locks(reader, call, [kind]))];
}

/**
 * Rules that read several rows take their locks first, so that they neither race nor deadlock.
 * @param makes where the write may make a row, which a quota may have no room for
 */
export function locksOf(call: Call, definition: Kind, parsed: Parsed, makes?: "makes"): string[] {
  const { oneDefault, peers } = definition;
  const takesPlace = oneDefault !== undefined && parsed.configuration[oneDefault.field] === true;
  const isCounted = makes !== undefined && rowQuotaOf(call, definition) !== undefined;
  return takesPlace || peers !== undefined || isCounted ? [rowsLock(call, definition.kind)] : [];
}

/** The lock of rules over several rows of a kind. */
export function rowsLock({ caller }: Call, kind: string): string {
  return `${caller.organization.id}/${kind}`;
}
