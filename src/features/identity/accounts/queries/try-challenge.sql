-- Each look is an attempt, and counted before the answer is looked at.
UPDATE second_factor_challenges SET attempts = attempts + 1
WHERE hash = :hash AND purpose = :purpose AND expires_at > :now AND attempts < :most
RETURNING user_id AS "userId", passkey_challenge AS "passkeyChallenge", password_digest AS "passwordDigest"
