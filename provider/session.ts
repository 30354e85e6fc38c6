/** What every resource works with once the provider is configured. */

import type { Rows } from "./batch.ts";
import type { Client } from "./client.ts";

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
  readonly rows: Rows;
}

/** Asked for at each call; throws while an argument of the provider is not known yet. */
export type SessionOf = () => Session;

/** The ETag is all that a resource keeps in private. */
export function privateOf(etag: string | undefined): Uint8Array {
  return Buffer.from(etag ?? "");
}

export function etagIn(bytes: Uint8Array): string | undefined {
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString();
}
