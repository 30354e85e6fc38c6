-- State that somebody decided on: recorded, over the very revision that was decided on, and no new one.
WITH changed AS (
  UPDATE rows SET state = state || $4::jsonb
  WHERE organization_id = $1 AND kind = $2 AND id = $3 AND revision = $5
  RETURNING revision
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $6, $7, $8, $9, $10, $11, $2, $3, 'success', $12, $13, $14, $15 FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $16 FROM recorded
)
SELECT revision FROM changed
