DELETE FROM users AS person
WHERE person.id = ANY (:user_ids::text[]) AND person.password_hash IS NULL
  AND NOT EXISTS (SELECT FROM members WHERE user_id = person.id)
