-- The open alerts of engines that measure nothing any more. `unconfirmed`: nobody has said since the end of its mute that it is on.
-- @result unconfirmed: !
SELECT id, connector_id AS "connectorId", fingerprint, started_at AS "startedAt", unconfirmed_since IS NOT NULL AS unconfirmed
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND starts_with(fingerprint, 'orgconfig_lost_')
ORDER BY connector_id
