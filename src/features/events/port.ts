/** What the intake of events needs of the world. */

import type { InTransaction } from "../../engine/ports/executor.ts";
import type { JsonObject } from "../../kernel/validate.ts";

export interface StoredEvent {
  readonly id: string;
  readonly event: string;
  readonly title: string;
  readonly body: string | null;
  readonly service: string | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly url: string | null;
  readonly dedupeKey: string | null;
  /** What was decided when it was accepted, as it was answered. */
  readonly decision: JsonObject;
  readonly at: Date;
}

export interface EventStore extends EventReader {
  /** The event that holds this dedupe_key. */
  byDedupeKey(organizationId: string, key: string, since: Date): Promise<StoredEvent | undefined>;
  /** Removes events that were accepted before this moment, and answers how many; a batch at a time. */
  forget(before: Date, limit: number): Promise<number>;
  in(transaction: InTransaction): EventWriter;
}

export interface EventReader {
  /** Settings of the rows of a kind whose natural key is held at `now`: those that have not run out. */
  activeRows(
    organizationId: string,
    kind: string,
    now: Date,
    limit: number,
  ): Promise<
    readonly { readonly id: string; readonly configuration: JsonObject; readonly heldUntil: Date }[]
  >;
}

export interface EventWriter extends EventReader {
  /** Keeps the event unless its dedupe_key was seen since `since`; then answers the one that was. */
  accept(organizationId: string, event: StoredEvent, since: Date): Promise<StoredEvent | "accepted">;
}
