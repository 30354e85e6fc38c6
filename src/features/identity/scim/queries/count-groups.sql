-- @result count: !
SELECT count(*)::int AS count FROM scim_groups WHERE organization_id = :organization_id
