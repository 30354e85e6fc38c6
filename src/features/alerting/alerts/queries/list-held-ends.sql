-- @result heldAt: !
SELECT id, connector_id AS "connectorId", labels, end_held_at AS "heldAt"
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND end_held_at IS NOT NULL
ORDER BY id
