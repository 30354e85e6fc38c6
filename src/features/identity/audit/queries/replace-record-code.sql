-- @param before: nullable
UPDATE audit_outbox SET code = :code
WHERE organization_id = :organization_id AND sequence = :sequence AND code IS NOT DISTINCT FROM :before
RETURNING sequence
