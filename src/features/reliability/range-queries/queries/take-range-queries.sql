DELETE FROM range_queries WHERE organization_id = :organization_id AND id = ANY (:ids::text[])
RETURNING id, answer
