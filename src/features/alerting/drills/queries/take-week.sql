-- Of several nodes that start the drill of a week, one does.
UPDATE drill_routes SET week = :week, next_at = :next_at
WHERE organization_id = :organization_id AND route_id = :route_id AND schedule IS NOT NULL
  AND (week IS NULL OR week < :week)
RETURNING route_id AS "routeId"
