-- The open alerts of engines that measure nothing any more.
SELECT id, connector_id AS "connectorId", fingerprint, started_at AS "startedAt"
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND starts_with(fingerprint, 'orgconfig_lost_')
ORDER BY connector_id
