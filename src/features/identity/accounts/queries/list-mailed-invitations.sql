-- Newest first. Mail to one address shares a partition, however its letters are written.
SELECT organization_id AS "organizationId", created_at AS at
FROM deliveries
WHERE channel = 'email' AND lane = :partition AND source LIKE 'invitation/%' AND created_at > :since
ORDER BY created_at DESC
LIMIT :limit
