-- @param expires_at: nullable
INSERT INTO scim_tokens (organization_id, id, hash, name, prefix, created_by, created_at, expires_at)
VALUES (:organization_id, :id, :hash, :name, :prefix, :created_by, :created_at, :expires_at)
