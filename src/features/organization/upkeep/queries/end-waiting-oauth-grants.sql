-- Nobody came for them in time.
UPDATE tokens SET revoked_at = :now
FROM oauth_grants AS held
WHERE held.redeemed_at IS NULL AND held.code_expires_at < :now AND tokens.id = held.token_id
  AND tokens.revoked_at IS NULL
