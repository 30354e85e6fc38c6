-- Alerts that somebody acknowledged, and how long that took: from their first message on, or from their beginning where
-- none was sent.
-- @result acknowledgedBy, seconds: !
SELECT alert.acknowledged_by AS "acknowledgedBy",
  greatest(extract(epoch FROM alert.acknowledged_at - coalesce(sent.first_at, alert.started_at)), 0)::float8 AS seconds
FROM alerts AS alert
LEFT JOIN LATERAL (
  SELECT min(one.created_at) AS first_at
  FROM delivery_alerts AS notified
  JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
  WHERE notified.organization_id = alert.organization_id AND notified.alert_id = alert.id
    AND notified.source ~ '/(firing(/pagers)?|rule/[^/]+/[0-9]+)$'
) AS sent ON true
WHERE alert.organization_id = :organization_id AND alert.drill_id IS NULL
  AND alert.acknowledged_at >= :since AND alert.acknowledged_at < :until
ORDER BY alert.acknowledged_at
LIMIT :most
