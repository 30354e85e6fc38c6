-- @plural: authenticate-tokens
-- @include token
WHERE token.hash = :hash AND token.revoked_at IS NULL
  AND (token.expires_at IS NULL OR token.expires_at > :now)
  AND (token.access_until IS NULL OR token.access_until > :now)
GROUP BY token.id, person.id
