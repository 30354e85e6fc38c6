DELETE FROM alerts
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM alerts WHERE closed_at < :before LIMIT :limit
)
RETURNING id
