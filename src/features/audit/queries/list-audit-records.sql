-- @param resource, row_id, actor, action, door, since, until: nullable
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records
FROM audit_records
WHERE organization_id = :organization_id AND sequence < :before
  AND (:resource::text IS NULL OR resource = :resource)
  AND (:row_id::text IS NULL OR row_id = :row_id)
  AND (:actor::text IS NULL OR actor_id = :actor OR actor_name = :actor)
  AND (:action::text IS NULL OR action = :action)
  AND (:door::text IS NULL OR door = :door)
  AND (:since::timestamptz IS NULL OR at >= :since)
  AND (:until::timestamptz IS NULL OR at < :until)
ORDER BY sequence DESC
LIMIT :limit
