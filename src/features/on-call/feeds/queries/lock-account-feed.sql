-- Readers of one feed come one after the other.
SELECT user_id FROM account_feeds WHERE user_id = :user_id FOR UPDATE
