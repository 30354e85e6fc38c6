-- @param expires_at, connector_id: nullable
INSERT INTO api_keys (organization_id, id, hash, name, scopes, connector_id, prefix, created_by, created_at, expires_at)
VALUES (:organization_id, :id, :hash, :name, :scopes, :connector_id, :prefix, :created_by, :created_at, :expires_at)
