DELETE FROM scim_users WHERE organization_id = :organization_id AND id = :id
