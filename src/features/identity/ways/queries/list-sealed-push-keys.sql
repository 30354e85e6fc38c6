SELECT id, sealed_private_key AS "sealedPrivateKey" FROM push_keys
ORDER BY id
