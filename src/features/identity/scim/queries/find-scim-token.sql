SELECT token.id, token.name, token.last_used_at AS "lastUsedAt", token.organization_id AS "organizationId"
FROM scim_tokens AS token
WHERE token.hash = :hash AND (token.expires_at IS NULL OR token.expires_at > :now)
