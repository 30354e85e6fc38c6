/** Which corrections an SLO has: times whose bad events its budget leaves out. */
import type { Reader, StoredRow } from "../../engine/ports/rows.ts";
import { completed } from "../../engine/render.ts";
import type { ConfigurationOf } from "../../kernel/row-types.ts";
import { parseTimestamp } from "../../kernel/timestamps.ts";
import { sloCorrections } from "../../resources/slo-corrections.ts";

export interface Correction {
  readonly id: string;
  readonly from: Date;
  readonly until: Date;
  readonly reason: string;
  /** When the row was made or changed last: figures from before do not have it. */
  readonly changed: Date;
}

/** An SLO, as far as corrections are for it. */
export interface CorrectedSlo {
  readonly id: string;
  readonly service: string;
}

/** Those of an organization, ready to be asked for single SLOs. */
export interface Corrections {
  /** Those that have begun, and go on after a moment; newest first. */
  of(slo: CorrectedSlo, since: Date, now: Date): readonly Correction[];
}

export async function readCorrections(
  reader: Pick<Reader, "rowsMatching">,
  organizationId: string,
): Promise<Corrections> {
  const rows = (await reader.rowsMatching(organizationId, sloCorrections.kind, {})).map(correctionOf);
  return {
    of: (slo, since, now) =>
      rows
        .filter((one) => isFor(one.configuration, slo) && one.until > since && one.from <= now)
        .sort((one, other) => other.from.getTime() - one.from.getTime()),
  };
}

export function correctionOf({
  id,
  configuration: stored,
  updatedAt,
}: Pick<StoredRow, "id" | "configuration" | "updatedAt">) {
  const configuration = completed(sloCorrections, stored);
  const { starts_at, ends_at, reason } = configuration;
  return {
    id,
    reason,
    changed: updatedAt,
    configuration,
    from: parseTimestamp(starts_at) ?? new Date(0),
    until: parseTimestamp(ends_at) ?? new Date(0),
  };
}

/** Whether a correction is for an SLO. */
export function isFor(
  { service, slo_ids }: Pick<ConfigurationOf<typeof sloCorrections>, "service" | "slo_ids">,
  slo: CorrectedSlo,
): boolean {
  return slo_ids.includes(slo.id) || service === slo.service;
}
