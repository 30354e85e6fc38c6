SELECT kind, id, natural_key, configuration, secrets, state, revision, created_at, updated_at
FROM rows
WHERE organization_id = $1 AND kind = $2 AND id = $3
FOR UPDATE
