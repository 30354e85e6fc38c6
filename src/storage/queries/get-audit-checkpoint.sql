SELECT position, seal, code, kept_since FROM audit_checkpoints
WHERE organization_id = $1
ORDER BY position DESC
LIMIT 1
