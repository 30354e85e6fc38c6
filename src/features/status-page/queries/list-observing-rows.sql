-- What observes components: by the name of their service, or as a component names it.
SELECT kind, id, configuration, state, secrets, revision, managed_by, natural_key, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND kind = ANY (:kinds::text[])
  AND (configuration ->> 'service' = ANY (:services::text[]) OR id = ANY (:ids::text[]))
ORDER BY kind, id
