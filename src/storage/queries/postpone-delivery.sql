UPDATE deliveries
SET attempts = attempts + 1, next_attempt_at = now() + $4 * interval '1 millisecond', last_error = $5,
  yields = yields OR $6, lease = NULL, locked_until = NULL
WHERE organization_id = $1 AND id = $2 AND lease = $3
RETURNING id
