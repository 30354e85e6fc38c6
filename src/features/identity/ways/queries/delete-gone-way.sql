DELETE FROM ways WHERE id = :id
RETURNING user_id AS "userId", kind, name
