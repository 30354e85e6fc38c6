UPDATE audit_outbox SET code = $4
WHERE organization_id = $1 AND sequence = $2 AND code IS NOT DISTINCT FROM $3
RETURNING sequence
