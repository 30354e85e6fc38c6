-- @param expires_at, connector_id, made_by, kinds, verbs, services, team_id, addresses: nullable
INSERT INTO api_keys (organization_id, id, hash, name, scopes, connector_id, prefix, created_by, created_at, expires_at,
  kinds, verbs, services, team_id, addresses, ask, propose_only, made_by)
VALUES (:organization_id, :id, :hash, :name, :scopes, :connector_id, :prefix, :created_by, :created_at, :expires_at,
  :kinds, :verbs, :services, :team_id, :addresses, :ask, :propose_only, :made_by)
