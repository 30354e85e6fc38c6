UPDATE users SET password_state = 'ended' WHERE id = :user_id AND password_hash IS NOT NULL
RETURNING id
