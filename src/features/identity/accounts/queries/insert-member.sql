-- @param invited_name, accepted_at: nullable
INSERT INTO members (organization_id, user_id, role, invited_name, accepted_at, created_at)
VALUES (:organization_id, :user_id, :role, :invited_name, :accepted_at, :created_at)
