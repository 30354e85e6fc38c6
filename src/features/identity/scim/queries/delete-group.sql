DELETE FROM scim_groups WHERE organization_id = :organization_id AND id = :id
