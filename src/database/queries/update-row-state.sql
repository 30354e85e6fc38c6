-- State that somebody decided on: recorded, over the very revision that was decided on, and no new one.
-- @param address, plan_id, plan_records: nullable
WITH changed AS (
  UPDATE rows SET state = state || :state::jsonb
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id AND revision = :expected_revision
  RETURNING revision
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
