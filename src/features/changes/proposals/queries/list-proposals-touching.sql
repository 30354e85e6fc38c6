-- Others that nobody has decided on yet, and that change one of these rows.
SELECT id, head, shown
FROM proposals
WHERE organization_id = :organization_id AND id <> :id AND status IN ('open', 'approved') AND touches && :touches::text[]
ORDER BY created_at, id
LIMIT :limit
