-- @result version, text: !
-- @plural: find-rows
-- @cached
SELECT id, managed_by, moved, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = :id
