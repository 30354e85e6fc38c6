DELETE FROM sso_connections WHERE organization_id = :organization_id
