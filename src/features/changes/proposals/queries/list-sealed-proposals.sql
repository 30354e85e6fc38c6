-- What proposals keep of their requests, in the order of their keys, after the one named. Each may have some mebibytes.
SELECT organization_id, id, sealed_request
FROM proposals
WHERE (organization_id, id) > (:after_organization_id, :after_id)
ORDER BY organization_id, id
LIMIT :limit
