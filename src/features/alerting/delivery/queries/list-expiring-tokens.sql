-- A token may act in several organizations; its owner is notified once, on behalf of the first.
-- @result kind: "token"!
-- @result expiresAt: !
SELECT member.organization_id AS "organizationId", organization.name AS "organizationName", 'token' AS kind,
  token.id, token.name, token.prefix, token.expires_at AS "expiresAt", person.email
FROM tokens AS token
JOIN users AS person ON person.id = token.user_id
JOIN LATERAL (
  SELECT organization_id FROM members
  WHERE user_id = token.user_id AND organization_id = ANY (token.organizations) AND accepted_at IS NOT NULL
  ORDER BY organization_id
  LIMIT 1
) AS member ON true
JOIN organizations AS organization ON organization.id = member.organization_id
WHERE token.revoked_at IS NULL AND token.expires_at > :from AND token.expires_at <= :until
  AND token.created_at <= token.expires_at - make_interval(days => :days::integer)
  AND NOT EXISTS (
    SELECT 1 FROM deliveries AS notice
    WHERE notice.organization_id = member.organization_id
      AND notice.source = 'expiry/' || token.id || '/' || :days::integer
  )
ORDER BY token.expires_at
LIMIT :limit
