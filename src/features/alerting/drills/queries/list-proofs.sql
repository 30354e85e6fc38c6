SELECT route_id AS "routeId", proved_at AS "provedAt"
FROM drill_routes
WHERE organization_id = :organization_id AND route_id = ANY (:route_ids::text[]) AND proved_at IS NOT NULL
