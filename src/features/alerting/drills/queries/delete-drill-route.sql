DELETE FROM drill_routes WHERE organization_id = :organization_id AND route_id = :route_id
