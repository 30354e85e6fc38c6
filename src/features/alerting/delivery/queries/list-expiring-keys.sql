-- @result kind: "key"!
-- @result expiresAt: !
SELECT key.organization_id AS "organizationId", organization.name AS "organizationName", 'key' AS kind,
  key.id,
  key.name, key.prefix, key.expires_at AS "expiresAt", NULL AS email
FROM api_keys AS key
JOIN organizations AS organization ON organization.id = key.organization_id
WHERE key.revoked_at IS NULL AND key.expires_at > :from AND key.expires_at <= :until
  AND key.created_at <= key.expires_at - make_interval(days => :days::integer)
  AND NOT EXISTS (
    SELECT 1 FROM deliveries AS notice
    WHERE notice.organization_id = key.organization_id
      AND notice.source = 'expiry/' || key.id || '/' || :days::integer
  )
ORDER BY key.expires_at
LIMIT :limit
