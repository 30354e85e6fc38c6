-- What the route's row says now. It is looked at soon; a week that has its drill keeps it.
-- @param schedule, prove_every_days: nullable
INSERT INTO drill_routes (organization_id, route_id, schedule, prove_every_days, next_at)
VALUES (:organization_id, :route_id, :schedule, :prove_every_days, CASE WHEN :schedule::jsonb IS NOT NULL THEN now() END)
ON CONFLICT (organization_id, route_id) DO UPDATE
SET schedule = excluded.schedule, prove_every_days = excluded.prove_every_days, next_at = excluded.next_at
