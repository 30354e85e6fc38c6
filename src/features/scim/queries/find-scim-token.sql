SELECT token.id, token.name, token.last_used_at AS "lastUsedAt",
  organization.id AS "organizationId", organization.slug, organization.name AS "organizationName", organization.plan,
  organization.ip_allowlist AS "ipAllowlist"
FROM scim_tokens AS token
JOIN organizations AS organization ON organization.id = token.organization_id
WHERE token.hash = :hash AND (token.expires_at IS NULL OR token.expires_at > :now)
