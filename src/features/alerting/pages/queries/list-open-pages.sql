-- Open pages, in the order of their ids.
SELECT organization_id AS "organizationId", id, email, rota_id AS "rotaId", role
FROM pages
WHERE closed_at IS NULL AND (organization_id, id) > (:after_organization, :after)
ORDER BY organization_id, id
LIMIT :limit
