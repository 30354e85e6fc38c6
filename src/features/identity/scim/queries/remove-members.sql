DELETE FROM scim_group_members
WHERE organization_id = :organization_id AND group_id = :group_id AND scim_user_id = ANY (:ids::text[])
