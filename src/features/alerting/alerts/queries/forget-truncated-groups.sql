DELETE FROM alert_truncated_groups WHERE noted_at < :before
