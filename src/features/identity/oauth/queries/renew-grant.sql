-- The value that the program holds is replaced: the one before is good for nothing from now on.
WITH renewed AS (
  UPDATE oauth_grants SET redeemed_at = coalesce(redeemed_at, :now), family_hash = :family_hash,
    refresh_hash = :refresh_hash
  WHERE token_id = :token_id
)
UPDATE tokens SET hash = :hash, prefix = :prefix, access_until = :access_until
WHERE id = :token_id
