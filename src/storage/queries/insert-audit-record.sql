WITH recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
  RETURNING sequence
)
INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $15 FROM recorded
