DELETE FROM deploy_overrides WHERE organization_id = :organization_id AND service = :service
