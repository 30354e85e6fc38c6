-- One statement, so that a row never stands without its references, its audit record and its outbox entry.
WITH changed AS (
  INSERT INTO rows (organization_id, kind, id, natural_key, sort_key, configuration, secrets, state,
    revision, key_held_until, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nextval('row_revision'), $9, $10, $10)
  RETURNING revision
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT $1, $2, $3, link.*
  FROM changed, unnest($11::text[], $12::text[], $13::text[], $14::boolean[]) AS link
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $10, $15, $16, $17, $18, $19, $2, $3, 'success', $20, $21, $22, $23 FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $24 FROM recorded
)
SELECT revision FROM changed
