UPDATE users SET password_state = 'ended' WHERE id = $1 AND password_hash IS NOT NULL
RETURNING id
