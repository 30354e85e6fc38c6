SELECT way.id, way.user_id AS "userId", way.sealed_address AS "sealedAddress", person.email
FROM ways AS way
JOIN users AS person ON person.id = way.user_id
WHERE way.kind = :kind AND way.bucket = :bucket AND way.verified_at IS NOT NULL
ORDER BY way.id
