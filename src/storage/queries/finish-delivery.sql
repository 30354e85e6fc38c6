-- Whoever holds the lease by now: what was sent was sent.
UPDATE deliveries
SET status = 'sent', ended_at = now(), lease = NULL, locked_until = NULL, last_error = NULL,
  payload = CASE WHEN $3 THEN '{}'::jsonb ELSE payload END
WHERE organization_id = $1 AND id = $2 AND status <> 'sent'
RETURNING id
