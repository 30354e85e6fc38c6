-- The first answer counts, where several agents give one.
UPDATE range_queries
SET answer = :answer
WHERE organization_id = :organization_id AND connector_id = :connector_id AND id = :id AND answer IS NULL
RETURNING id
