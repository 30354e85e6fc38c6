WITH changed AS (
  DELETE FROM rows
  WHERE organization_id = $1 AND kind = $2 AND id = $3 AND revision = $4
  RETURNING revision
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $5, $6, $7, $8, $9, $10, $2, $3, 'success', $11, $12, $13, $14 FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $15 FROM recorded
)
SELECT revision FROM changed
