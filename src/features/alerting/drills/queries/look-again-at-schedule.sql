UPDATE drill_routes SET next_at = :next_at
WHERE organization_id = :organization_id AND route_id = :route_id AND schedule IS NOT NULL
