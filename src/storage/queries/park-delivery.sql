UPDATE deliveries
SET status = 'parked', attempts = attempts + 1, ended_at = now(), last_error = $4, lease = NULL,
  locked_until = NULL
WHERE organization_id = $1 AND id = $2 AND lease = $3
RETURNING id
