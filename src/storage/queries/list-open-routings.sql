-- In the order in which the alerts began, so that messages name the oldest first.
-- @param route_ids: nullable
-- @result told, acknowledged: !
SELECT routing.alert_id AS "alertId", routing.route_id AS "routeId", routing.group_key AS "groupKey",
  routing.group_labels AS "groupLabels", routing.told_at IS NOT NULL AS told,
  one.acknowledged_at IS NOT NULL AS acknowledged
FROM alert_routings AS routing
JOIN alerts AS one ON one.organization_id = routing.organization_id AND one.id = routing.alert_id
WHERE routing.organization_id = :organization_id AND routing.alert_id = ANY (:alert_ids::text[])
  AND (:route_ids::text[] IS NULL OR routing.route_id = ANY (:route_ids::text[]))
  AND one.resolved_at IS NULL AND one.muted_by IS NULL
ORDER BY one.started_at, one.id
