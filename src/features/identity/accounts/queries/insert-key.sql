-- @param expires_at, connector_id, kinds, verbs, services, team_id, addresses: nullable
INSERT INTO api_keys (organization_id, id, hash, name, scopes, connector_id, prefix, created_by, created_at, expires_at,
  kinds, verbs, services, team_id, addresses, ask)
VALUES (:organization_id, :id, :hash, :name, :scopes, :connector_id, :prefix, :created_by, :created_at, :expires_at,
  :kinds, :verbs, :services, :team_id, :addresses, :ask)
