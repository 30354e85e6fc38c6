DELETE FROM ways WHERE verified_at IS NULL AND created_at < :before
