-- The oldest of them; so many at most.
DELETE FROM drills
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM drills
  WHERE organization_id = :organization_id AND ended_at IS NOT NULL
  ORDER BY ended_at, id
  LIMIT :limit
)
RETURNING id
