-- At most one a minute per actor, action and row.
-- @param address, plan_id, plan_records, run: nullable
WITH recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records, run)
  SELECT :organization_id, :at, :actor_kind, :actor_id, :actor_name, :door, :action, :resource,
    :row_id, :outcome, :changes, :request_id, :address, :record_id, :plan_id, :plan_records, :run
  WHERE NOT EXISTS (
    SELECT FROM audit_records
    WHERE organization_id = :organization_id AND at > :at::timestamptz - interval '1 minute'
      AND outcome = 'refused' AND actor_kind = :actor_kind AND actor_id = :actor_id AND action = :action
      AND resource = :resource AND row_id = :row_id
  )
  RETURNING sequence
)
INSERT INTO audit_outbox (organization_id, sequence, code)
SELECT :organization_id, sequence, :code FROM recorded
