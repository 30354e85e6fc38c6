SELECT position, seal, code FROM audit_checkpoints WHERE organization_id = $1 ORDER BY position DESC LIMIT 1
