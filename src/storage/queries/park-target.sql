UPDATE deliveries SET status = 'parked', ended_at = now(), last_error = $4
WHERE organization_id = $1 AND channel = $2 AND lane = $3 AND status = 'queued'
  AND (locked_until IS NULL OR locked_until <= now())
  AND right(source, length($5)) = $5
