-- Without a code there is nothing that other keys could prove.
WITH again AS (
  DELETE FROM audit_refused WHERE code IS NOT NULL RETURNING organization_id, sequence, code
)
INSERT INTO audit_outbox (organization_id, sequence, code) SELECT organization_id, sequence, code FROM again
ON CONFLICT (organization_id, sequence) DO NOTHING
