SELECT id, user_id AS "userId", sealed_address AS "sealedAddress" FROM ways
WHERE id > :after_id
ORDER BY id
LIMIT :limit
