-- Marked before it is logged, so that of several nodes one logs it.
UPDATE audit_heads SET logged_position = position, logged_at = $1
WHERE organization_id IN (
  SELECT organization_id FROM audit_heads
  WHERE position > logged_position AND (logged_at IS NULL OR logged_at <= $1::timestamptz - interval '1 day')
  ORDER BY organization_id
  LIMIT $2
  FOR UPDATE SKIP LOCKED
)
RETURNING organization_id, position, seal
