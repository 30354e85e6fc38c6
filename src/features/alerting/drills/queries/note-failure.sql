-- The last drill of a route failed.
INSERT INTO drill_routes (organization_id, route_id, failed_at, failed_by)
SELECT organization_id, id, now(), :drill_id
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = :route_id
ON CONFLICT (organization_id, route_id) DO UPDATE
SET failed_at = excluded.failed_at, failed_by = excluded.failed_by
