DELETE FROM events
WHERE (organization_id, id) IN (SELECT organization_id, id FROM events WHERE at < $1 ORDER BY at LIMIT $2)
RETURNING id
