-- The newest first.
-- @param route_id, target_id, service, status, before: nullable
-- @result now, runId: !
-- @include drills
WHERE organization_id = :organization_id AND (:route_id::text IS NULL OR route_id = :route_id)
  AND (:target_id::text IS NULL OR target_id = :target_id) AND (:service::text IS NULL OR lower(btrim(service)) = lower(btrim(:service)))
  AND (:status::text IS NULL OR status = :status) AND (:before::text IS NULL OR id < :before)
ORDER BY id DESC
LIMIT :limit
