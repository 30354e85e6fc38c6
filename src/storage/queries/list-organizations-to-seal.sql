-- @plan: each time
SELECT DISTINCT organization_id FROM audit_outbox
WHERE organization_id > :after
ORDER BY organization_id
LIMIT :limit
