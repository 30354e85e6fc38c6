SELECT DISTINCT organization_id AS "organizationId", connector_id AS "connectorId"
FROM held_firings
WHERE due_at <= now()
LIMIT :limit
