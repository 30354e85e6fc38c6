SELECT id, kind, name, created_at AS "createdAt", last_used_at AS "lastUsedAt", sealed_secret AS "sealedSecret",
  credential_id AS "credentialId", public_key AS "publicKey", sign_count AS "signCount", transports
FROM second_factors
WHERE user_id = :user_id AND confirmed_at IS NOT NULL
ORDER BY id
