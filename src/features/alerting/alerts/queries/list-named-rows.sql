SELECT id, configuration, state, updated_at AS "updatedAt"
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = ANY (:ids::text[])
