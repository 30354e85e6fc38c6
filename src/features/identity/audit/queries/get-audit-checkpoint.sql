SELECT position, seal, code, kept_since FROM audit_checkpoints
WHERE organization_id = :organization_id
ORDER BY position DESC
LIMIT 1
