WITH refused AS (
  DELETE FROM audit_outbox WHERE organization_id = :organization_id AND sequence = ANY (:sequences::bigint[])
  RETURNING sequence, code
)
INSERT INTO audit_refused (organization_id, sequence, code, at)
SELECT :organization_id, sequence, code, :now FROM refused
ON CONFLICT (organization_id, sequence) DO NOTHING
RETURNING sequence
