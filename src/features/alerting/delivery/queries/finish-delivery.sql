-- @param status: nullable
-- Whatever node holds the lease by now: what was sent was sent.
UPDATE deliveries
SET status = 'sent', ended_at = now(), lease = NULL, locked_until = NULL, last_error = NULL,
  answer_status = :status,
  payload = CASE WHEN :forget THEN '{}'::jsonb ELSE payload END
WHERE organization_id = :organization_id AND id = ANY (:ids::text[]) AND status <> 'sent'
RETURNING id
