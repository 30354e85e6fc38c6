-- The audit record of a row that was changed, and its place in the outbox, where the query changed has the row.
-- @param address, plan_id, plan_records, run: nullable
recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records, run)
  SELECT :organization_id, :at, :actor_kind, :actor_id, :actor_name, :door, :action, :kind,
    :id, 'success', :changes, :request_id, :address, :record_id, :plan_id, :plan_records, :run
  FROM changed
  RETURNING sequence
), queued AS (
  INSERT INTO audit_outbox (organization_id, sequence, code)
  SELECT :organization_id, sequence, :code FROM recorded
)
SELECT revision FROM changed
