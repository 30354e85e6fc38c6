DELETE FROM api_keys WHERE revoked_at < :revoked_before
