-- Writes only over the revision that was decided on. State merges: checkers move it meanwhile.
WITH changed AS (
  UPDATE rows
  SET natural_key = $4, sort_key = $5, configuration = $6, secrets = $7, state = state || $8::jsonb,
    revision = nextval('row_revision'), key_held_until = $9, updated_at = $10
  WHERE organization_id = $1 AND kind = $2 AND id = $3 AND revision = $23
  RETURNING revision
), unlinked AS (
  DELETE FROM row_references r
  USING changed
  WHERE r.organization_id = $1 AND r.kind = $2 AND r.id = $3 AND r.field <> ALL ($11::text[])
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT $1, $2, $3, link.*
  FROM changed, unnest($11::text[], $12::text[], $13::text[], $14::boolean[]) AS link
  ON CONFLICT (organization_id, kind, id, field)
  DO UPDATE SET to_kind = EXCLUDED.to_kind, to_id = EXCLUDED.to_id
  WHERE (row_references.to_kind, row_references.to_id) IS DISTINCT FROM (EXCLUDED.to_kind, EXCLUDED.to_id)
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id)
  SELECT $1, $10, $15, $16, $17, $18, $19, $2, $3, 'success', $20, $21, $22, $24 FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code) SELECT $1, sequence, $25 FROM recorded
)
SELECT revision FROM changed
