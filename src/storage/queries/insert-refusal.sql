-- At most one a minute per actor, action and row.
WITH recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14
  WHERE NOT EXISTS (
    SELECT FROM audit_records
    WHERE organization_id = $1 AND at > $2::timestamptz - interval '1 minute' AND outcome = 'refused'
      AND actor_kind = $3 AND actor_id = $4 AND action = $7 AND resource = $8 AND row_id = $9
  )
  RETURNING sequence
)
INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $15 FROM recorded
