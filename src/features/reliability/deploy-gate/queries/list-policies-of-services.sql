SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
FROM rows
WHERE organization_id = :organization_id AND kind = 'deploy_policies' AND configuration ->> 'service' = ANY (:services::text[])
