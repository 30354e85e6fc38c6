SELECT position, seal, code FROM audit_heads WHERE organization_id = :organization_id
