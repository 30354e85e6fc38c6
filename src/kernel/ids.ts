import { randomUUID } from "node:crypto";
import { typeidUnboxed } from "typeid-js";

/**
 * A new TypeID: a prefix and a UUIDv7 in base32 (https://github.com/jetify-com/typeid), so that ids sort
 * by the time they were made.
 */
export function newId(prefix: string): string {
  return typeidUnboxed(prefix);
}

/** What names a request in its answer, the log and the audit records. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
