-- A route sends alerts in another way than before: what proved it was of that.
INSERT INTO drill_routes (organization_id, route_id, changed_at)
VALUES (:organization_id, :route_id, clock_timestamp())
ON CONFLICT (organization_id, route_id) DO UPDATE SET proved_at = NULL, changed_at = excluded.changed_at
