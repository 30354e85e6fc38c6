/** What every resource works with once the provider is configured. */

import type { Rows } from "./batch.ts";
import type { Client } from "./client.ts";
import type { LateDeletes } from "./late-deletes.ts";
import type { Defaults } from "./one-default.ts";
import type { PlanNotes } from "./plan-notes.ts";
import type { UNKNOWN } from "./wire/values.ts";

export interface Organization {
  readonly id: string;
  /** Its name in addresses. */
  readonly slug: string;
  readonly name: string;
}

export interface Session {
  /** The one that the API key belongs to. */
  readonly organization: Organization;
  readonly client: Client;
  /** Whether writes of rows become proposals. */
  readonly proposes: boolean;
  /** Calls with the operator's token, where the provider has one; unknown where this run still makes it. */
  readonly operator?: Client | typeof UNKNOWN;
  readonly rows: Rows;
  /** Of a process that plans. */
  readonly notes: PlanNotes;
  readonly defaults: Defaults;
  /** Of a process that applies. */
  readonly deletes: LateDeletes;
}

/** Gives the session, at each call; throws while an argument of the provider is not known yet. */
export type SessionOf = () => Session;

/**
 * The ETag is all that a resource keeps in private. A plan in which the row goes adds the name of its notes,
 * for the apply alone.
 */
export function privateOf(etag: string | undefined, notes?: string): Uint8Array {
  return Buffer.from(notes === undefined ? (etag ?? "") : `${notes} ${etag ?? ""}`);
}

export function etagIn(bytes: Uint8Array): string | undefined {
  return parts(bytes).etag || undefined;
}

/** The name of the plan's notes, while a row goes. */
export function notesIn(bytes: Uint8Array): string | undefined {
  return parts(bytes).notes || undefined;
}

/** An ETag begins with a quote or `W/`, and the name of notes is followed by a space. */
function parts(bytes: Uint8Array): { readonly notes: string; readonly etag: string } {
  const text = Buffer.from(bytes).toString();
  const [, notes = "", etag = ""] = /^([0-9a-f-]{36} )?(.*)$/s.exec(text) ?? [];
  return { notes: notes.trimEnd(), etag };
}

/**
 * Reports each session whether it is asked about for the first time: one error fails the whole plan, so that the others
 * of a hundred rows need not repeat it.
 */
export function onceInSession(): (session: Session) => boolean {
  const said = new WeakSet<Session>();
  return (session) => {
    if (said.has(session)) return false;
    said.add(session);
    return true;
  };
}
