-- Organizations that have a rota, so many at most.
SELECT organization.id
FROM organizations AS organization
WHERE EXISTS (SELECT FROM rows WHERE rows.organization_id = organization.id AND rows.kind = :kind)
ORDER BY organization.id
LIMIT :most
