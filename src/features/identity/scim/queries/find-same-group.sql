-- @param external_id: nullable
SELECT id FROM scim_groups
WHERE organization_id = :organization_id AND display_name = :display_name
  AND coalesce(external_id, '') = coalesce(:external_id::text, '')
