SELECT id, organization_id AS "organizationId", channel, target, subject, status, attempts,
  created_at AS "createdAt", CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt",
  last_error AS "lastError"
FROM deliveries
WHERE status = ANY (:statuses::text[])
ORDER BY ordinal
LIMIT :limit
