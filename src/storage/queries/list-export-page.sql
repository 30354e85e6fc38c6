SELECT kind, id, natural_key, sort_key, configuration, secrets, state, revision, created_at, updated_at
FROM rows
WHERE organization_id = $1 AND kind = $2 AND (sort_key, id) > ($3, $4)
  AND (key_held_until IS NULL OR key_held_until > $6)
ORDER BY sort_key, id
LIMIT $5
