SELECT id, connector_id AS "connectorId" FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
ORDER BY id
LIMIT :limit
