SELECT organization_id AS "organizationId", events, read_at AS "readAt" FROM account_feed_events WHERE user_id = :user_id
