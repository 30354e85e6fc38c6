SELECT id, public_key AS "publicKey", sealed_private_key AS "sealedPrivateKey" FROM push_keys
ORDER BY id DESC
LIMIT 1
