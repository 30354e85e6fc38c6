-- What the deploy gate decides by, of all services at once.
SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND kind = 'slos' AND configuration ->> 'service' = ANY (:services::text[])
ORDER BY id
