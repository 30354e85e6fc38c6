DELETE FROM deploy_overrides WHERE organization_id = $1 AND service = $2
