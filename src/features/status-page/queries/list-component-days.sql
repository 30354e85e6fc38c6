-- @result day: !
SELECT id, day::text AS day, operational, degraded_performance, partial_outage, major_outage, under_maintenance
FROM component_days
WHERE organization_id = :organization_id AND day >= (:since::timestamptz AT TIME ZONE 'UTC')::date
ORDER BY id, day
