-- The open pages of a person, the newest first; or one of them.
-- @param id: nullable
-- @result message: AlertMessage
SELECT page.organization_id AS "organizationId", page.id, page.message, page.begun_at AS "begunAt", page.urgent
FROM pages AS page
WHERE page.closed_at IS NULL AND lower(page.email) = :email AND (:id::text IS NULL OR page.id = :id::text)
ORDER BY page.begun_at DESC
LIMIT :limit
