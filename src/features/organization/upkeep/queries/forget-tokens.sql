DELETE FROM tokens WHERE revoked_at < :revoked_before
