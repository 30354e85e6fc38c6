UPDATE deliveries
SET status = CASE WHEN created_at > :since THEN 'queued' ELSE 'parked' END,
  trying_since = now(), next_attempt_at = now(),
  ended_at = CASE WHEN created_at > :since THEN NULL ELSE now() END,
  last_error = CASE WHEN created_at > :since THEN NULL ELSE 'there was no mail server for too long' END
WHERE status = 'held'
RETURNING id
