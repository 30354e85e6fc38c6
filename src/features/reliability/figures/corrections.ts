/** Which corrections an SLO has: times whose bad events its budget leaves out. */
import { connectionOf } from "../../../database/executor.ts";
import type { RowOf } from "../../../database/statement.ts";
import { configurationBefore } from "../../../engine/plan/versions.ts";
import type { Reader, StoredRow } from "../../../engine/ports/rows.ts";
import { completed } from "../../../engine/render.ts";
import { parseTimestamp } from "../../../kernel/timestamps.ts";
import type { JsonObject } from "../../../kernel/validate.ts";
import { corrects } from "../../../renderers/prometheus/corrections.ts";
import { sloCorrections } from "../../../resources/slo-corrections.ts";
import type { CorrectedTime, CorrectedTimes } from "./correction-texts.ts";
import { sql } from "./queries.generated.ts";

export interface Correction extends CorrectedTime {
  readonly id: string;
}

/** An SLO, as far as corrections are for it. */
export interface CorrectedSlo {
  readonly id: string;
  readonly service: string;
}

/** Those of an organization, ready to be asked for single SLOs. */
export interface Corrections {
  /** Those that have begun, and go on after a moment; newest first. */
  of(
    slo: CorrectedSlo,
    since: Date,
    now: Date,
  ): Pick<CorrectedTimes, "withdrawn"> & { readonly corrections: readonly Correction[] };
}

/** Budgets that are older have other troubles. */
const withdrawnMs = 7 * 24 * 3_600_000;
const mostRecords = 200;

export async function readCorrections(
  reader: Pick<Reader, "rowsMatching" | "executor">,
  organizationId: string,
  now: Date,
): Promise<Corrections> {
  const rows = await reader.rowsMatching(organizationId, sloCorrections.kind, {});
  const corrections = rows.map(correctionOf);
  const records = await connectionOf(reader).query(sql.listCorrectionRecords, {
    ...{ organizationId, since: new Date(now.getTime() - withdrawnMs), limit: mostRecords },
  });
  const withdrawn = withdrawnBy(records, rows);
  return {
    of(slo, since, now) {
      const within = <C extends Known>(all: readonly C[]) =>
        all
          .filter((one) => corrects(one.configuration, slo) && one.until > since && one.from <= now)
          .sort((one, other) => other.from.getTime() - one.from.getTime());
      const own = within(corrections);
      const gone = within(withdrawn);
      // What another one leaves out, or was left out as long as another one, is named with that.
      const isNamed = (one: Known) =>
        own.some((other) => covers(other, one)) ||
        gone.some((other) => other.changed > one.changed && covers(other, one));
      return { corrections: own, withdrawn: gone.filter((one) => !isNamed(one)) };
    },
  };
}

function covers(wide: CorrectedTime, narrow: CorrectedTime): boolean {
  return wide.from <= narrow.from && wide.until >= narrow.until;
}

type Known = ReturnType<typeof correctionOf>;

/** As each was before it was changed or deleted, with the time of that. @param records newest first */
function withdrawnBy(
  records: readonly Pick<RowOf<typeof sql.listCorrectionRecords>, "rowId" | "action" | "changes" | "at">[],
  rows: readonly StoredRow[],
): readonly Known[] {
  const after = new Map<string, JsonObject | undefined>(
    rows.map(({ id, configuration }) => [id, configuration]),
  );
  return records.flatMap(({ rowId, action, changes, at }) => {
    const configuration = configurationBefore(sloCorrections, { action, changes }, after.get(rowId));
    after.set(rowId, configuration);
    return configuration === undefined ? [] : [correctionOf({ id: rowId, configuration, updatedAt: at })];
  });
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
