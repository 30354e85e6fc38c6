DELETE FROM events
WHERE (organization_id, id) IN (SELECT organization_id, id FROM events
WHERE at < :before ORDER BY at LIMIT :limit)
RETURNING id
