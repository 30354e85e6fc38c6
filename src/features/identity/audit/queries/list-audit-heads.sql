SELECT organization_id, position, seal, code FROM audit_heads
WHERE organization_id > :after
ORDER BY organization_id
LIMIT :limit
