-- @param max_role, expires_at: nullable
INSERT INTO tokens (id, user_id, hash, name, prefix, organizations, max_role, created_at, expires_at)
VALUES (:id, :user_id, :hash, :name, :prefix, :organizations, :max_role, :created_at, :expires_at)
