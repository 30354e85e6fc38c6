-- Beyond the most that are kept, those go that nobody let in, those first that were used longest ago.
-- @param fresh_until: nullable
WITH swept AS (
  DELETE FROM oauth_clients WHERE id IN (
    SELECT client.id FROM oauth_clients AS client
    WHERE client.id <> :id AND NOT EXISTS (SELECT FROM oauth_grants AS held WHERE held.client_id = client.id)
    ORDER BY client.used_at DESC
    OFFSET :most
  )
)
INSERT INTO oauth_clients (id, name, redirect_uris, fresh_until, used_at)
VALUES (:id, :name, :redirect_uris, :fresh_until, :now)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
  fresh_until = excluded.fresh_until, used_at = excluded.used_at
