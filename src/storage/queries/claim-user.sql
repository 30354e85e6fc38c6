UPDATE users SET name = $2, password_hash = $3 WHERE id = $1 AND password_hash IS NULL
RETURNING id
