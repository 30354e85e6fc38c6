UPDATE alerts SET announced_at = now()
WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND announced_at IS NULL
