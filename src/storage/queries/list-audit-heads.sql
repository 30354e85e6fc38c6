SELECT organization_id, position, seal, code FROM audit_heads
WHERE organization_id > $1
ORDER BY organization_id
LIMIT $2
