UPDATE api_keys SET revoked_at = :now
WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)
RETURNING organization_id, id, name
