SELECT id, status, actor_id, head, created_at, expires_at, applied_at
FROM plans
WHERE organization_id = :organization_id
ORDER BY created_at DESC, id DESC
LIMIT :limit
