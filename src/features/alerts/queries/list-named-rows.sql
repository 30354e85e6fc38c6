SELECT id, configuration, state
FROM rows
WHERE organization_id = :organization_id AND kind = :kind AND id = ANY (:ids::text[])
