-- @param ids: nullable
UPDATE deliveries
SET status = 'queued', attempts = 0, yields = false, trying_since = now(), next_attempt_at = now(),
  ended_at = NULL
WHERE status IN ('parked', 'held') AND (:ids::text[] IS NULL OR id = ANY (:ids::text[]))
RETURNING id
