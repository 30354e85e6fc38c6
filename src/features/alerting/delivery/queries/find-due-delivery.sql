-- Whether there may be anything to claim.
SELECT id FROM deliveries
WHERE status = 'queued' AND channel = ANY (:channels::text[]) AND next_attempt_at <= now()
  AND (locked_until IS NULL OR locked_until <= now())
ORDER BY ordinal
LIMIT 1
