UPDATE alert_routings AS routing
SET told_at = now(), muted_by = NULL, muted_until = NULL
FROM jsonb_to_recordset(:routings::jsonb) AS notified (alert_id text, route_id text)
WHERE routing.organization_id = :organization_id AND routing.alert_id = notified.alert_id
  AND routing.route_id = notified.route_id
