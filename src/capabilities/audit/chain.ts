/**
 * The form of an organization's audit chain. Its links stand at positions 1, 2, 3 and on, one a record, in
 * the order of sealing; the seal of each is
 *
 *     HMAC-SHA-256(chain key, seal before it ‖ canonical record)
 *
 * as 64 hexadecimal digits, and is fed into the next as those digits in ASCII. Before the first link stands
 * the genesis seal: 64 zeros. The canonical record is UTF-8 JSON without spaces, its keys in the order of
 * their UTF-16 code units at every depth (as RFC 8785 has it), with every field of the record, its
 * organization and its sequence among them, so that a record fits in no other place and no other chain.
 * Who can write to the database and has not the chain key can therefore neither change, drop, add nor
 * reorder sealed records unseen; who held records back before they were sealed could (the outbox is in the
 * same database), and who removes a whole chain is told by the heads in the log.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { AuditRecord, ChainPoint, Link, ProvenPoint } from "../../engine/ports/audit.ts";
import type { Json } from "../../kernel/field.ts";
import { isObject } from "../../kernel/validate.ts";

/** Where every chain begins. */
export const genesis: ChainPoint = { position: 0, seal: "0".repeat(64) };

/** The links that these records make after a point of their organization's chain. */
export function linksAfter(key: Buffer, point: ChainPoint, records: readonly AuditRecord[]): Link[] {
  const links: Link[] = [];
  let { position, seal } = point;
  for (const record of records) {
    position += 1;
    seal = sealOf(key, seal, record);
    links.push({ position, sequence: record.sequence, seal });
  }
  return links;
}

export function sealOf(key: Buffer, before: string, record: AuditRecord): string {
  return createHmac("sha256", key).update(before).update(canonicalRecord(record)).digest("hex");
}

/** The point with the code that proves it. Seals are hexadecimal, so no code can be passed off as a seal's. */
export function proven(
  key: Buffer,
  what: "head" | "checkpoint",
  organizationId: string,
  point: ChainPoint,
): ProvenPoint {
  const { position, seal } = point;
  const code = createHmac("sha256", key)
    .update(canonicalJson([what, organizationId, position, seal]))
    .digest("hex");
  return { position, seal, code };
}

export function isProven(
  key: Buffer,
  what: "head" | "checkpoint",
  organizationId: string,
  point: ProvenPoint,
): boolean {
  const expected = Buffer.from(proven(key, what, organizationId, point).code);
  const found = Buffer.from(point.code);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/** What a seal covers: the record under the names that the API shows it by, with its organization. */
export function canonicalRecord(record: AuditRecord): string {
  const {
    organizationId,
    sequence,
    actor,
    door,
    action,
    resource,
    rowId,
    outcome,
    changes,
    requestId,
    address,
  } = record;
  return canonicalJson({
    organization: organizationId,
    sequence,
    // A time that is none (a database can hold infinity) has no text, and must not stop who verifies.
    at: Number.isFinite(Number(record.at)) ? record.at.toISOString() : null,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    action,
    resource,
    row_id: rowId,
    outcome,
    changes: changes as readonly Json[],
    request_id: requestId,
    address: address ?? null,
  });
}

/** The one text of a JSON value, whatever the order its keys came in: a database keeps none. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`);
  return `{${members.join(",")}}`;
}
