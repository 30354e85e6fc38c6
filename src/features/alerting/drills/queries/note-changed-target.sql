-- The same of all routes that name a target which gets what they send in another way. In one order.
INSERT INTO drill_routes (organization_id, route_id, changed_at)
SELECT organization_id, id, clock_timestamp()
FROM row_references
WHERE organization_id = :organization_id AND kind = :kind AND to_kind = :target_kind AND to_id = :target_id
GROUP BY organization_id, id
ORDER BY id
ON CONFLICT (organization_id, route_id) DO UPDATE SET proved_at = NULL, changed_at = excluded.changed_at
