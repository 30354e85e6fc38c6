SELECT id, name, prefix, created_by AS "createdBy", created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", last_used_address AS "lastUsedAddress"
FROM scim_tokens
WHERE organization_id = :organization_id
ORDER BY id DESC
LIMIT :limit
