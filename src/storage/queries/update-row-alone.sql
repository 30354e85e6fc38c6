-- update-row.sql for a row that goes on pointing where it pointed.
WITH changed AS (
  UPDATE rows
  SET natural_key = $4, sort_key = $5, configuration = $6, secrets = $7, state = state || $8::jsonb,
    revision = nextval('row_revision'), key_held_until = $9, updated_at = $10
  WHERE organization_id = $1 AND kind = $2 AND id = $3 AND revision = $19
  RETURNING revision
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $10, $11, $12, $13, $14, $15, $2, $3, 'success', $16, $17, $18, $20 FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $21 FROM recorded
)
SELECT revision FROM changed
