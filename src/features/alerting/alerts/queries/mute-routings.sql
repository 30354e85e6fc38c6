UPDATE alert_routings AS routing
SET muted_by = new.muted_by, muted_until = new.muted_until
FROM jsonb_to_recordset(:mutings::jsonb) AS new (alert_id text, route_id text, muted_by text, muted_until timestamptz)
WHERE routing.organization_id = :organization_id AND routing.alert_id = new.alert_id AND routing.route_id = new.route_id
