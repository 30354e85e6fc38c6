UPDATE deliveries SET locked_until = now() + $2 * interval '1 millisecond'
WHERE lease = $1 AND status = 'queued' AND locked_until > now()
