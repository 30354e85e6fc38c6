DELETE FROM drill_agents WHERE asked_at < :before
