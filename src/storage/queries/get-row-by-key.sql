-- A key whose holder has expired is held by nobody.
SELECT kind, id, natural_key, configuration, secrets, state, revision, created_at, updated_at
FROM rows
WHERE organization_id = $1 AND kind = $2 AND natural_key = $3
  AND (key_held_until IS NULL OR key_held_until > $4)
