-- What was deleted since then, newest first, by the index of times.
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records, run
FROM audit_records
WHERE organization_id = :organization_id AND at >= :since AND action = ANY (:actions::text[])
  AND outcome = 'success'
ORDER BY sequence DESC
LIMIT :limit
