-- Of all organizations: the service looks at them by itself.
-- @result schedule: !
-- @result now: !
SELECT organization_id AS "organizationId", route_id AS "routeId", schedule, week, now() AS now
FROM drill_routes
WHERE next_at <= now() AND schedule IS NOT NULL
ORDER BY next_at
LIMIT :limit
