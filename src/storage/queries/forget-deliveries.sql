DELETE FROM deliveries
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM deliveries
  WHERE (status = 'sent' AND ended_at < $1) OR (status = 'parked' AND ended_at < $2)
  LIMIT $3
)
RETURNING id
