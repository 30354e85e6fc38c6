WITH refused AS (
  DELETE FROM audit_outbox WHERE organization_id = $1 AND sequence = ANY ($2::bigint[])
  RETURNING sequence, code
)
INSERT INTO audit_refused (organization_id, sequence, code, at)
SELECT $1, sequence, code, $3 FROM refused
ON CONFLICT (organization_id, sequence) DO NOTHING
RETURNING sequence
