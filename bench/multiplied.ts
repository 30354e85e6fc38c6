/** Rows by the hundred thousand, made in the database itself. */
import type pg from "pg";

/** Of which kind they are. */
export const kind = "data_sources";

/** Copies one row until there are `count` of them. */
export async function multiply(
  database: pg.Client,
  organizationId: string,
  id: string,
  count: number,
): Promise<void> {
  await database.query(
    `INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at)
     SELECT organization_id, kind, 'ds_' || lpad(n::text, 26, '0'), 'metrics ' || n, 'metrics ' || lpad(n::text, 7, '0'),
       configuration || jsonb_build_object('name', 'metrics ' || n), secrets, state, nextval('row_revision'), created_at, updated_at
     FROM rows, generate_series(2, $3::integer) AS n
     WHERE organization_id = $1 AND kind = $4 AND id = $2
     ON CONFLICT DO NOTHING`,
    [organizationId, id, count, kind],
  );
  await database.query("VACUUM ANALYZE rows");
}
