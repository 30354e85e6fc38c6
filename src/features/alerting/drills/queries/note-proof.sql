-- A drill proved these routes, but for those that changed while it was under way. In one order, so that two drills with
-- the same ones wait for each other.
INSERT INTO drill_routes AS one (organization_id, route_id, proved_at)
SELECT organization_id, id, now()
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = ANY (:route_ids::text[])
ORDER BY id
ON CONFLICT (organization_id, route_id) DO UPDATE
SET proved_at = excluded.proved_at, failed_at = NULL, failed_by = NULL
WHERE one.changed_at IS NULL OR one.changed_at <= :begun_at
