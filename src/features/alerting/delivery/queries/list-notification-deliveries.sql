-- The source of what a change notification sends ends with its id: change/SEQUENCE/ID, or plan/PLAN/ID.
SELECT id, ordinal, source, channel, target, subject, status, attempts, answer_status AS "answerStatus",
  created_at AS "createdAt", tried_at AS "triedAt", ended_at AS "endedAt",
  CASE WHEN status = 'queued' THEN next_attempt_at END AS "nextAttemptAt", last_error AS "lastError"
FROM deliveries
WHERE organization_id = :organization_id AND split_part(source, '/', 3) = :notification_id
  AND split_part(source, '/', 1) IN ('change', 'plan') AND ordinal < :below
ORDER BY ordinal DESC
LIMIT :limit
