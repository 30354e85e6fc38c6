SELECT scim_user_id AS id FROM scim_group_members
WHERE organization_id = :organization_id AND group_id = :group_id
