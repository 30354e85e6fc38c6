/**
 * Codes that prove that the service wrote a record, made before the statement that writes it: HMAC-SHA-256
 * over the record, its organization and the id that it is given here, with a key derived from the
 * installation's secret keys. A code is kept until its record is sealed; from then on the seal proves it.
 */

import { randomUUID } from "node:crypto";
import { currentMs } from "../../../engine/clock.ts";
import type { AuditRecord, WaitingRecord } from "../../../engine/ports/audit.ts";
import type { SignRecord, Vault } from "../../../engine/ports/rows.ts";
import { codedRecord } from "./chain.ts";

/** Younger records than this cannot be what retention removed: no organization keeps its records for less. */
const youngMs = 24 * 3_600_000;

const purpose = "orgconfig audit record";

export interface RecordCodes {
  readonly signRecord: SignRecord;
  /** The code of a record that is there already. */
  codeOf(record: AuditRecord): string;
  /** Whether the record is young enough to be new whatever retention removed, at a time when a clock was wrong. */
  isYoung(record: AuditRecord): boolean;
  /**
   * Why a record is not to be sealed; undefined where the service wrote it and it stands nowhere else.
   * @param keptSince what retention removed of this chain is older than this
   */
  refusalOf(record: WaitingRecord, keptSince: Date | undefined): string | undefined;
}

export function createRecordCodes(vault: Vault): RecordCodes {
  function textOf(record: AuditRecord): string {
    const { organizationId, id, sequence } = record;
    return codedRecord(organizationId, record, id === undefined ? { sequence } : { id });
  }

  const isYoung = ({ at }: AuditRecord) => at.getTime() >= currentMs() - youngMs;

  return {
    isYoung,
    signRecord(organizationId, entry) {
      const id = randomUUID();
      return { id, code: vault.authenticate(codedRecord(organizationId, entry, { id }), purpose) };
    },
    codeOf: (record) => vault.authenticate(textOf(record), purpose),
    refusalOf(record, keptSince) {
      const { code, copyOf, sequence } = record;
      if (code === undefined) return "was not written by the service: it has no code";
      const found = vault.check(code, textOf(record), purpose);
      if (found === "forged") return "was not written by the service as it stands: its code does not match";
      if (found === "unknown_key") return "has a code of a key that ORGCONFIG_SECRET_KEYS does not hold";
      if (copyOf === sequence) return "waits for a seal and has one";
      if (copyOf !== undefined) return `is a copy of record ${copyOf}`;
      if (keptSince !== undefined && record.at < keptSince && !isYoung(record))
        return "is older than what retention removed: it is a copy of a removed record, or waited too long";
      return undefined;
    },
  };
}
