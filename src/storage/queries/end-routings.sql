-- Of those whose targets were told, and only once.
UPDATE alert_routings AS routing
SET ended_at = now()
FROM unnest(:alert_ids::text[]) AS wanted (id)
WHERE routing.organization_id = :organization_id AND routing.alert_id = wanted.id
  AND routing.told_at IS NOT NULL AND routing.ended_at IS NULL
RETURNING routing.alert_id AS "alertId", routing.route_id AS "routeId", routing.group_key AS "groupKey",
  routing.group_labels AS "groupLabels"
