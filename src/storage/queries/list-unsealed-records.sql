SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address
FROM audit_outbox JOIN audit_records USING (organization_id, sequence)
WHERE organization_id = $1
ORDER BY sequence
LIMIT $2
