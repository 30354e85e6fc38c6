SELECT way.kind, way.user_id AS "userId", way.sealed_address AS "sealedAddress", key.id AS "keyId",
  key.public_key AS "publicKey", key.sealed_private_key AS "sealedPrivateKey"
FROM ways AS way
LEFT JOIN push_keys AS key ON key.id = way.push_key_id
WHERE way.id = :id AND way.verified_at IS NOT NULL
