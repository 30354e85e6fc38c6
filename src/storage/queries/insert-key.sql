-- @param expires_at: nullable
INSERT INTO api_keys (organization_id, id, hash, name, scopes, prefix, created_by, created_at, expires_at)
VALUES (:organization_id, :id, :hash, :name, :scopes, :prefix, :created_by, :created_at, :expires_at)
