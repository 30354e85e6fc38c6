-- The oldest of them; so many at most.
DELETE FROM events
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM events
  WHERE organization_id = :organization_id
  ORDER BY at, id
  LIMIT :limit
)
RETURNING id
