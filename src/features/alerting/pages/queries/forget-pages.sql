-- Pages that were closed before this moment.
DELETE FROM pages
WHERE (organization_id, id) IN (SELECT organization_id, id FROM pages WHERE closed_at < :before LIMIT :limit)
RETURNING id
