UPDATE deliveries
SET status = 'queued', attempts = 0, yields = false, trying_since = now(), next_attempt_at = now(),
  ended_at = NULL
WHERE status IN ('parked', 'held') AND ($1::text[] IS NULL OR id = ANY ($1::text[]))
RETURNING id
