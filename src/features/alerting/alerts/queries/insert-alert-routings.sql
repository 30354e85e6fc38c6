-- An alert stays in the group in which a route's targets were first notified of it.
INSERT INTO alert_routings (organization_id, alert_id, route_id, group_key, group_labels)
SELECT :organization_id, one.alert_id, one.route_id, one.group_key, one.group_labels
FROM jsonb_to_recordset(:routings::jsonb) AS one (alert_id text, route_id text, group_key text, group_labels jsonb)
ON CONFLICT (organization_id, alert_id, route_id) DO NOTHING
