-- The oldest beyond those that are kept.
DELETE FROM alerts
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM alerts
  WHERE organization_id = :organization_id AND closed_at < (
    SELECT closed_at FROM alerts
    WHERE organization_id = :organization_id AND closed_at IS NOT NULL
    ORDER BY closed_at DESC
    OFFSET :kept LIMIT 1
  )
  LIMIT :limit
  FOR UPDATE SKIP LOCKED
)
RETURNING id
