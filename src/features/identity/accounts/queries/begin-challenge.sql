-- What has expired goes along, and so does what somebody with the password began too much of.
-- @param password_digest: nullable
WITH swept AS (
  DELETE FROM second_factor_challenges WHERE expires_at < :now AND hash <> :hash
), too_many AS (
  DELETE FROM second_factor_challenges WHERE hash <> :hash AND hash IN (
    SELECT hash FROM second_factor_challenges WHERE user_id = :user_id ORDER BY expires_at DESC OFFSET :kept
  )
)
INSERT INTO second_factor_challenges (hash, user_id, purpose, passkey_challenge, password_digest, expires_at)
VALUES (:hash, :user_id, :purpose, :passkey_challenge, :password_digest, :expires_at)
ON CONFLICT (hash) DO UPDATE SET passkey_challenge = excluded.passkey_challenge, expires_at = excluded.expires_at, attempts = 0
