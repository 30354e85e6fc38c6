-- What goes on, however much was written after it.
SELECT kind, id, configuration, state, secrets, revision, managed_by, natural_key, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND configuration ->> 'status' <> ALL (:over::text[])
ORDER BY created_at DESC, id DESC
LIMIT :limit
