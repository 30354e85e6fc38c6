-- Writes only over the revision that was decided on. State merges: checkers move it meanwhile.
-- @param natural_key, key_held_until, address, plan_id, plan_records: nullable
WITH changed AS (
  UPDATE rows
  SET natural_key = :natural_key, sort_key = :sort_key, configuration = :configuration, secrets = :secrets,
    state = state || :state::jsonb, revision = nextval('row_revision'), key_held_until = :key_held_until,
    search_text = :search_text, updated_at = :at
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND revision = :expected_revision
  RETURNING revision
), unlinked AS (
  DELETE FROM row_references r
  USING changed
  WHERE r.organization_id = :organization_id AND r.kind = :kind AND r.id = :id
    AND r.field <> ALL (:reference_fields::text[])
), linked AS (
  INSERT INTO row_references (organization_id, kind, id, field, to_kind, to_id, cascades)
  SELECT :organization_id, :kind, :id, link.*
  FROM changed, unnest(
    :reference_fields::text[], :reference_kinds::text[], :reference_ids::text[], :reference_cascades::boolean[]
  ) AS link
  ON CONFLICT (organization_id, kind, id, field)
  DO UPDATE SET to_kind = EXCLUDED.to_kind, to_id = EXCLUDED.to_id
  WHERE (row_references.to_kind, row_references.to_id) IS DISTINCT FROM (EXCLUDED.to_kind, EXCLUDED.to_id)
), recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records)
  SELECT :organization_id, :at, :actor_kind, :actor_id, :actor_name, :door, :action, :kind,
    :id, 'success', :changes, :request_id, :address, :record_id, :plan_id, :plan_records
  FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT :organization_id, sequence, :code FROM recorded
)
SELECT revision FROM changed
