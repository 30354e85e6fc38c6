-- What nobody was ever notified of, by the routes that took it, in the order in which the alerts began.
SELECT one.id AS "alertId", one.connector_id AS "connectorId", routing.route_id AS "routeId"
FROM alerts AS one
JOIN alert_routings AS routing ON routing.organization_id = one.organization_id AND routing.alert_id = one.id
WHERE one.organization_id = :organization_id AND one.last_muted_by = :mute_id AND one.resolved_at IS NOT NULL
  AND one.announced_at IS NULL AND routing.told_at IS NULL
ORDER BY one.started_at, one.id, routing.route_id
