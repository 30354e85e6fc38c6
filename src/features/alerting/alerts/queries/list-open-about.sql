-- The open alerts with a row's label, whichever engine sent them.
SELECT id, connector_id AS "connectorId" FROM alerts
WHERE organization_id = :organization_id AND labels ->> :label::text = :row_id AND resolved_at IS NULL
ORDER BY id
LIMIT :limit
