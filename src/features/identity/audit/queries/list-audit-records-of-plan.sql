-- What one plan did, by the index that is made for it.
-- @param resource, row_id: nullable
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records, run
FROM audit_records
WHERE organization_id = :organization_id AND sequence < :before AND plan_id = :plan_id
  AND (:resource::text IS NULL OR resource = :resource)
  AND (:row_id::text IS NULL OR row_id = :row_id)
-- @include filtered-newest-first
