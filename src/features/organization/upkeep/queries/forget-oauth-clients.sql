DELETE FROM oauth_clients
WHERE used_at < :before AND NOT EXISTS (SELECT FROM oauth_grants AS held WHERE held.client_id = oauth_clients.id)
