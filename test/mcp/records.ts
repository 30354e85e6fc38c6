/** The audit log as the parity suites compare it: what is on record, apart from when and by whom. */
import { expect } from "vitest";
import type { TestService } from "../support/service.ts";

export interface RecordedCall {
  readonly door: string;
  readonly action: string;
  readonly resource: string;
  readonly row_id: string;
  readonly outcome: string;
  readonly changes: readonly unknown[];
  readonly address: string | null;
}

export async function lastSequence({ database }: TestService): Promise<number> {
  const [found] = await database.queryText<{ last: string }>(
    { name: "test-last-sequence", text: "SELECT coalesce(max(sequence), 0) AS last FROM audit_records" },
    [],
  );
  return Number(found?.last);
}

/** What the service does by itself meanwhile, such as following what it observes, is nobody's call and left out. */
export async function recordsAfter(
  { database }: TestService,
  organizationId: string,
  sequence: number,
): Promise<RecordedCall[]> {
  return database.queryText<RecordedCall>(
    {
      name: "test-records-after",
      text: `SELECT door, action, resource, row_id, outcome, changes, address FROM audit_records
        WHERE organization_id = $1 AND sequence > $2 AND door <> 'service' ORDER BY sequence`,
    },
    [organizationId, sequence],
  );
}

/** The same without the door, which must be the one that the call came through. */
export async function recordsThrough(
  test: TestService,
  organizationId: string,
  door: string,
  sequence: number,
) {
  return (await recordsAfter(test, organizationId, sequence)).map(({ door: came, ...record }) => {
    expect(came).toBe(door);
    return record;
  });
}
