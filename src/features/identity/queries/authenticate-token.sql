-- @plural: authenticate-tokens
-- @include token
WHERE token.hash = :hash AND token.revoked_at IS NULL
  AND (token.expires_at IS NULL OR token.expires_at > :now)
GROUP BY token.id, person.id
