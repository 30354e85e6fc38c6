-- @param user_id: nullable
UPDATE scim_users SET user_id = :user_id, waits = :waits
WHERE organization_id = :organization_id AND id = :id
