SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id
FROM audit_records
WHERE organization_id = $1 AND sequence < $2
  AND ($3::text IS NULL OR resource = $3)
  AND ($4::text IS NULL OR row_id = $4)
  AND ($5::text IS NULL OR actor_id = $5 OR actor_name = $5)
  AND ($6::text IS NULL OR action = $6)
  AND ($7::timestamptz IS NULL OR at >= $7)
  AND ($8::timestamptz IS NULL OR at < $8)
ORDER BY sequence DESC
LIMIT $9
