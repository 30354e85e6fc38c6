-- @result sealed_token: !
SELECT organization_id, id, sealed_token
FROM heartbeats
WHERE sealed_token IS NOT NULL AND (organization_id, id) > (:after_organization_id, :after_id)
ORDER BY organization_id, id
LIMIT :limit
