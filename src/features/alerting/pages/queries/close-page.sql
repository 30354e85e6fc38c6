-- @param closed_by: nullable
-- @result steps: PageStep[]
-- @result message: AlertMessage
-- @result why: Why
UPDATE pages AS page
SET closed_at = now(), due_at = NULL, outcome = :outcome, closed_by = :closed_by
WHERE page.organization_id = :organization_id AND page.id = :id AND page.closed_at IS NULL
RETURNING page.organization_id AS "organizationId", page.id, page.source, page.email, page.sender_id AS "senderId",
  page.rota_id AS "rotaId", page.role, page.urgent, page.message, page.why, page.steps, page.taken
