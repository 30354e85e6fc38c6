SELECT alert_id AS "alertId", route_id AS "routeId", muted_by AS "mutedBy"
FROM alert_routings
WHERE organization_id = :organization_id AND alert_id = ANY (:alert_ids::text[])
ORDER BY alert_id, route_id
