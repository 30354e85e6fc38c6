UPDATE api_keys SET revoked_at = :now
WHERE organization_id = :organization_id AND id = :id AND revoked_at IS NULL
RETURNING id
