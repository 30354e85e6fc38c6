-- What the mute of a route kept back, and may go on: its hours have ended, or it is gone.
SELECT routing.organization_id AS "organizationId", one.connector_id AS "connectorId", routing.alert_id AS "alertId",
  routing.route_id AS "routeId"
FROM alert_routings AS routing
JOIN alerts AS one ON one.organization_id = routing.organization_id AND one.id = routing.alert_id
WHERE routing.muted_by IS NOT NULL AND one.resolved_at IS NULL
  AND (routing.muted_until <= now() OR NOT EXISTS (
    SELECT FROM rows AS mute
    WHERE mute.organization_id = routing.organization_id AND mute.kind = :kind AND mute.id = routing.muted_by
      AND (mute.key_held_until IS NULL OR mute.key_held_until > now())
  ))
ORDER BY routing.organization_id, one.connector_id, routing.alert_id
LIMIT :limit
