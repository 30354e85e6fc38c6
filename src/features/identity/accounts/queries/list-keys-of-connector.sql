SELECT id, name FROM api_keys
WHERE organization_id = :organization_id AND connector_id = :connector_id AND revoked_at IS NULL
ORDER BY id
