-- In the order in which the alerts began, so that messages name the oldest first. The alerts are read by their ids
-- first: the index of those that are open would be looked through once for each.
-- @param route_ids: nullable
-- @result notified, acknowledged, burns: !
WITH found AS MATERIALIZED (
  SELECT routing.alert_id, routing.route_id, routing.group_key, routing.group_labels, routing.told_at, one.started_at,
    one.resolved_at, one.severity, one.inhibited_by, one.acknowledged_at, one.muted_by, one.unconfirmed_since,
    one.labels @> :burns::jsonb AS burns
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id AND routing.alert_id = wanted.id
  JOIN alerts AS one ON one.organization_id = :organization_id AND one.id = wanted.id
  WHERE :route_ids::text[] IS NULL OR routing.route_id = ANY (:route_ids::text[])
)
SELECT alert_id AS "alertId", route_id AS "routeId", group_key AS "groupKey", group_labels AS "groupLabels",
  told_at IS NOT NULL AS notified, acknowledged_at IS NOT NULL AS acknowledged, severity, burns
FROM found
WHERE resolved_at IS NULL AND muted_by IS NULL AND inhibited_by IS NULL AND unconfirmed_since IS NULL
ORDER BY started_at, alert_id
