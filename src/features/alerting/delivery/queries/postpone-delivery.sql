-- @param status: nullable
UPDATE deliveries
SET attempts = attempts + 1, next_attempt_at = now() + :pause_ms * interval '1 millisecond',
  last_error = :error, answer_status = :status,
  yields = yields OR :yields, lease = NULL, locked_until = NULL,
  maybe_arrived = coalesce(maybe_arrived, attempts > 0) OR :maybe_arrived
WHERE organization_id = :organization_id AND id = :id AND lease = :lease
RETURNING id
