-- A key whose holder has expired is held by nobody.
-- @plural: get-rows-by-key
SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND natural_key = :natural_key
  AND (key_held_until IS NULL OR key_held_until > :now)
