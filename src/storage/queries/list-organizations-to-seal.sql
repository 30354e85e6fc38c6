SELECT DISTINCT organization_id FROM audit_outbox
WHERE organization_id > $1
ORDER BY organization_id
LIMIT $2
