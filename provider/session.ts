/** What every resource works with once the provider is configured. */

import type { Rows } from "./batch.ts";
import type { Client } from "./client.ts";

export interface Session {
  readonly client: Client;
  readonly rows: Rows;
}

/** Asked for at each call; throws while the endpoint or the key is not known yet. */
export type SessionOf = () => Session;

/** The ETag is all that is kept in private. */
export function privateOf(etag: string | undefined): Uint8Array {
  return Buffer.from(etag ?? "");
}

export function etagIn(bytes: Uint8Array): string | undefined {
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString();
}
