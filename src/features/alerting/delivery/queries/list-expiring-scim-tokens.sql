-- @result kind: "scim"!
-- @result expiresAt: !
SELECT token.organization_id AS "organizationId", organization.name AS "organizationName", 'scim' AS kind,
  token.id, token.name, token.prefix, token.expires_at AS "expiresAt", NULL AS email
FROM scim_tokens AS token
JOIN organizations AS organization ON organization.id = token.organization_id
WHERE token.expires_at > :from AND token.expires_at <= :until
  AND token.created_at <= token.expires_at - make_interval(days => :days::integer)
  AND NOT EXISTS (
    SELECT 1 FROM deliveries AS notice
    WHERE notice.organization_id = token.organization_id
      AND notice.source = 'expiry/' || token.id || '/' || :days::integer
  )
ORDER BY token.expires_at
LIMIT :limit
