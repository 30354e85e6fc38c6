SELECT id FROM scim_users WHERE organization_id = :organization_id AND user_id = :user_id
