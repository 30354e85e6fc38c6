SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND managed_by = :set
  AND (key_held_until IS NULL OR key_held_until > :now)
ORDER BY kind, sort_key, id
