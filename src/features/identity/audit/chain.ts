/**
 * The form of an organization's audit chain. Its links stand at positions 1, 2, 3 and on, one a record, in
 * the order of sealing; the seal of each is
 *
 *     HMAC-SHA-256(chain key, seal before it ‖ canonical record)
 *
 * as 64 hexadecimal digits, and is fed into the next as those digits in ASCII. Before the first link stands
 * the genesis seal: 64 zeros. The canonical record is UTF-8 JSON without spaces, its keys in the order of
 * their UTF-16 code units at every depth (as RFC 8785 has it), with every field of the record, its
 * organization and its sequence among them, so that a record fits in no other place and no other chain. A record
 * of no plan has no `plan`, and one of no run no `run`, as records of before there were any.
 *
 * A record proves from the moment it is written that the service wrote it: the program gives it an id and a
 * code (record-codes.ts), and no record without them is sealed. Who can write to the database and has not the
 * keys can therefore neither change, drop, add nor reorder sealed records unseen. Two things the database
 * alone cannot show. A chain that was set back to an earlier state of itself, or removed with its organization,
 * shows in the heads in the log. A record that was removed in the second before it was sealed shows only where it
 * is one of a plan, whose other records say how many there are; a change that was made without the service shows
 * nowhere.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { AuditRecord, ChainPoint, Checkpoint, Link, ProvenPoint } from "../../../engine/ports/audit.ts";
import type { AuditEntry } from "../../../engine/ports/rows.ts";
import { canonicalJson } from "../../../kernel/equal.ts";
import type { Json } from "../../../kernel/field.ts";

/** What is known of the keys of the installation's chains: nothing before the first start, all after it. */
export interface KnownKeys {
  /** Seals records, and proves checkpoints. */
  readonly seals: Buffer | undefined;
  /** Proves heads; undefined where only version 0.1.0 has sealed. */
  readonly heads: Buffer | undefined;
}

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

/** What the codes of heads begin with since records have codes. Version 0.1.0 made them with the key of the seals. */
const headForm = "2.";

/** A head with the code that proves it. */
export function provenHead(headKey: Buffer, organizationId: string, point: ChainPoint): ProvenPoint {
  const { position, seal } = point;
  return { position, seal, code: `${headForm}${pointCode(headKey, "head", organizationId, point)}` };
}

export function isProvenHead(keys: KnownKeys, organizationId: string, head: ProvenPoint): boolean {
  if (!head.code.startsWith(headForm))
    return keys.heads === undefined && isFormerHead(keys, organizationId, head);
  return keys.heads !== undefined && same(head.code, provenHead(keys.heads, organizationId, head).code);
}

/** Whether version 0.1.0 left this head. */
export function isFormerHead(keys: KnownKeys, organizationId: string, head: ProvenPoint): boolean {
  return keys.seals !== undefined && same(head.code, pointCode(keys.seals, "head", organizationId, head));
}

/** A checkpoint with the code that proves it. */
export function provenCheckpoint(
  sealKey: Buffer,
  organizationId: string,
  point: ChainPoint,
  keptSince: Date | undefined,
): Checkpoint {
  const { position, seal } = point;
  const more = keptSince === undefined ? [] : [timeOf(keptSince)];
  return { position, seal, keptSince, code: pointCode(sealKey, "checkpoint", organizationId, point, more) };
}

export function isProvenCheckpoint(sealKey: Buffer, organizationId: string, checkpoint: Checkpoint): boolean {
  const { code, keptSince } = checkpoint;
  return same(code, provenCheckpoint(sealKey, organizationId, checkpoint, keptSince).code);
}

/** Seals are hexadecimal, so no code of a point can be passed off as a seal. */
function pointCode(
  key: Buffer,
  what: "head" | "checkpoint",
  organizationId: string,
  { position, seal }: ChainPoint,
  more: readonly Json[] = [],
): string {
  return createHmac("sha256", key)
    .update(canonicalJson([what, organizationId, position, seal, ...more]))
    .digest("hex");
}

function same(found: string, expected: string): boolean {
  const [one, other] = [Buffer.from(found), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** What a seal covers: the record under the names that the API shows it by, with its organization. */
export function canonicalRecord(record: AuditRecord): string {
  const { organizationId, sequence, id } = record;
  if (id === undefined) return codedRecord(organizationId, record, { sequence });
  // No name in a record comes after "sequence" in the order of names.
  return `${codedRecord(organizationId, record, { id }).slice(0, -1)},"sequence":${sequence}}`;
}

/**
 * What the code of a record covers: all but its sequence, which only the database knows when the code is made.
 * Records of before there were ids are known by their sequence.
 */
export function codedRecord(
  organizationId: string,
  entry: AuditEntry,
  name:
    | { readonly id: string; readonly sequence?: never }
    | { readonly id?: never; readonly sequence: number },
): string {
  const { at, actor, door, action, kind, rowId, outcome, changes, requestId, address, plan, run } = entry;
  // No spreads: each would cost more than the rest. Members without a value are left out.
  const content: Readonly<Record<string, Json | undefined>> = {
    id: name.id,
    sequence: name.sequence,
    organization: organizationId,
    at: timeOf(at),
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    door,
    action,
    resource: kind,
    row_id: rowId,
    outcome,
    changes: changes as readonly Json[],
    request_id: requestId,
    address: address ?? null,
    plan: plan && { id: plan.id, records: plan.records },
    run,
  };
  return canonicalJson(content as Json);
}

/** A value that is no time (a database can hold infinity) has no text, and must not stop who verifies. */
function timeOf(at: Date): string | null {
  return Number.isFinite(Number(at)) ? at.toISOString() : null;
}
