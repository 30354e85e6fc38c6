SELECT id, status, actor_id, sealed_request, head, difference, created_at, expires_at, applied_at
FROM plans
WHERE organization_id = :organization_id AND id = :id
