-- Without ids, what is given up because nothing more was to be sent stays so.
-- @param ids: nullable
UPDATE deliveries
SET status = 'queued', attempts = 0, yields = false, trying_since = now(), next_attempt_at = now(),
  ended_at = NULL, maybe_arrived = coalesce(maybe_arrived, attempts > 0)
WHERE status IN ('parked', 'held')
  AND CASE WHEN :ids::text[] IS NULL THEN right(coalesce(last_error, ''), length(:no_more)) <> :no_more
    ELSE id = ANY (:ids::text[]) END
RETURNING id
