UPDATE deliveries SET locked_until = now() + :lease_ms * interval '1 millisecond'
WHERE lease = :lease AND status = 'queued' AND locked_until > now()
