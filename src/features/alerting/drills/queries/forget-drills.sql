DELETE FROM drills WHERE ended_at < :before
