-- @result sealedSecret: !
SELECT id, user_id AS "userId", sealed_secret AS "sealedSecret" FROM second_factors
WHERE id > :after_id AND sealed_secret IS NOT NULL
ORDER BY id
LIMIT :limit
