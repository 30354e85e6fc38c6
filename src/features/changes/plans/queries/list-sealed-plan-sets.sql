-- What sets keep of the requests that were applied last, in the order of their keys, after the one named.
SELECT organization_id, name, sealed_request
FROM plan_sets
WHERE (organization_id, name) > (:after_organization_id, :after_name)
ORDER BY organization_id, name
LIMIT :limit
