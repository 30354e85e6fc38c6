INSERT INTO account_feed_events (user_id, organization_id, events, read_at)
VALUES (:user_id, :organization_id, :events, :read_at)
ON CONFLICT (organization_id, user_id) DO UPDATE SET events = EXCLUDED.events, read_at = EXCLUDED.read_at
