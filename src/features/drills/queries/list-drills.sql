-- The newest first.
-- @param route_id: nullable
-- @result now: !
-- @include drills
WHERE organization_id = :organization_id AND (:route_id::text IS NULL OR route_id = :route_id)
ORDER BY id DESC
LIMIT :limit
