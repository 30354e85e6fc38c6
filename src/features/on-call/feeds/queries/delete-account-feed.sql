DELETE FROM account_feeds WHERE user_id = :user_id RETURNING user_id
