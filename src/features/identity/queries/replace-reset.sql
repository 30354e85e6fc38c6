INSERT INTO password_resets (hash, user_id, expires_at) VALUES (:hash, :user_id, :expires_at)
ON CONFLICT (user_id) DO UPDATE SET hash = EXCLUDED.hash, expires_at = EXCLUDED.expires_at
