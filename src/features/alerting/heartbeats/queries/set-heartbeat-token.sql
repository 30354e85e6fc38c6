-- @param token_hash, sealed_token: nullable
UPDATE heartbeats SET token_hash = :token_hash, sealed_token = :sealed_token
WHERE organization_id = :organization_id AND id = :id
RETURNING id
