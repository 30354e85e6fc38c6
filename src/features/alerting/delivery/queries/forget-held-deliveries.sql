-- Mail that waited too long for a server, and of each organization all but the newest.
DELETE FROM deliveries
WHERE (organization_id, id) IN (
  SELECT organization_id, id FROM (
    SELECT organization_id, id, created_at,
      row_number() OVER (PARTITION BY organization_id ORDER BY ordinal DESC) AS place
    FROM deliveries WHERE status = 'held'
  ) AS waiting
  WHERE created_at < :before OR place > :most
  LIMIT :limit
)
RETURNING id
