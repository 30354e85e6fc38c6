INSERT INTO password_resets (hash, user_id, expires_at) VALUES ($1, $2, $3)
ON CONFLICT (user_id) DO UPDATE SET hash = EXCLUDED.hash, expires_at = EXCLUDED.expires_at
