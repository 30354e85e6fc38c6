-- Of all organizations: the service looks at them by itself.
SELECT organization_id AS "organizationId", id FROM drills WHERE status = 'running' ORDER BY organization_id, id LIMIT :limit
