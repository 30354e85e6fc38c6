UPDATE sso_connections SET sealed_secret = :after
WHERE organization_id = :organization_id AND sealed_secret = :before
RETURNING organization_id
