-- Open pages that nothing keeps back, in the order of their ids.
SELECT page.organization_id AS "organizationId", page.id, page.email, page.rota_id AS "rotaId", page.role
FROM pages AS page
WHERE page.closed_at IS NULL AND (page.organization_id, page.id) > (:after_organization, :after) AND
-- @include rings
ORDER BY page.organization_id, page.id
LIMIT :limit
