-- The newest first, those before this one.
-- @param before_at, before_id: nullable
SELECT id, status, actor_id, head, created_at, expires_at, applied_at
FROM plans
WHERE organization_id = :organization_id
  AND (:before_at::timestamptz IS NULL OR (created_at, id) < (:before_at::timestamptz, :before_id::text))
ORDER BY created_at DESC, id DESC
LIMIT :limit
