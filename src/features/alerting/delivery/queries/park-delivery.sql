-- @param status: nullable
UPDATE deliveries
SET status = 'parked', attempts = attempts + 1, ended_at = now(), last_error = :error, answer_status = :status, lease = NULL,
  locked_until = NULL, maybe_arrived = coalesce(maybe_arrived, attempts > 0) OR :maybe_arrived
WHERE organization_id = :organization_id AND id = :id AND lease = :lease
RETURNING id
