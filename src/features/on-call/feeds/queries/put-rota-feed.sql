-- @param user_id: nullable
-- A new address takes the place of the one before; what that had served goes on under the new one.
INSERT INTO rota_feeds (organization_id, kind, id, owner, user_id, token_hash)
VALUES (:organization_id, :kind, :id, :owner, :user_id, :token_hash)
ON CONFLICT (organization_id, kind, id, owner) DO UPDATE SET token_hash = EXCLUDED.token_hash
