-- @param max_role, expires_at, client, client_host, access_until: nullable
INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, max_role, created_at, expires_at, client,
  client_host, access_until, propose_only)
VALUES (:id, :user_id, :hash, :name, :prefix, :organizations, :max_role, :created_at, :expires_at, :client,
  :client_host, :access_until, :propose_only)
