-- @result sealed_secret: !
SELECT organization_id, sealed_secret FROM sso_connections
WHERE organization_id > :after_organization_id AND sealed_secret IS NOT NULL
ORDER BY organization_id
LIMIT :limit
