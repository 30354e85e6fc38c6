-- Of those whose targets were notified, and only once; in the order in which the alerts came.
WITH ended AS (
  UPDATE alert_routings AS routing
  SET ended_at = now()
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  WHERE routing.organization_id = :organization_id AND routing.alert_id = wanted.id
    AND routing.told_at IS NOT NULL AND routing.ended_at IS NULL
  RETURNING routing.alert_id, routing.route_id, routing.group_key, routing.group_labels
)
SELECT alert_id AS "alertId", route_id AS "routeId", group_key AS "groupKey", group_labels AS "groupLabels"
FROM ended
ORDER BY alert_id, route_id
