-- @result version, text: !
SELECT id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = ANY (:ids::text[])
ORDER BY sort_key, id
