DELETE FROM users AS person
WHERE person.id = ANY ($1::text[]) AND person.password_hash IS NULL
  AND NOT EXISTS (SELECT FROM members WHERE user_id = person.id)
