-- The history of one row, by the index that is made for it.
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records, run
FROM audit_records
WHERE organization_id = :organization_id AND sequence < :before AND resource = :resource AND row_id = :row_id
-- @include filtered-newest-first
