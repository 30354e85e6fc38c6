INSERT INTO account_feeds (user_id, token_hash) VALUES (:user_id, :token_hash)
ON CONFLICT (user_id) DO UPDATE SET token_hash = EXCLUDED.token_hash
