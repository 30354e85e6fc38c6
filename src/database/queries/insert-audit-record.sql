-- @param address, plan_id, plan_records, run: nullable
WITH recorded AS (
  INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource,
    row_id, outcome, changes, request_id, address, id, plan_id, plan_records, run)
  VALUES (:organization_id, :at, :actor_kind, :actor_id, :actor_name, :door, :action, :resource,
    :row_id, :outcome, :changes, :request_id, :address, :record_id, :plan_id, :plan_records, :run)
  RETURNING sequence
)
INSERT INTO audit_outbox (organization_id, sequence, code)
SELECT :organization_id, sequence, :code FROM recorded
