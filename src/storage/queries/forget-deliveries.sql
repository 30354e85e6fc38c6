DELETE FROM deliveries
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM deliveries
  WHERE (status = 'sent' AND ended_at < :sent_before) OR (status = 'parked' AND ended_at < :parked_before)
  LIMIT :limit
)
RETURNING id
