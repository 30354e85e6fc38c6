SELECT id FROM organizations WHERE delete_at <= now() ORDER BY delete_at, id
