-- Open pages with a step that is due, of these where some are named. What another node has in hand is passed over. What
-- is kept back waits: its steps are taken when that is over.
-- @param ids: nullable
-- @result steps: PageStep[]
-- @result message: AlertMessage
-- @result why: Why
-- @result sinceSeconds: !
SELECT page.organization_id AS "organizationId", page.id, page.source, page.email, page.sender_id AS "senderId",
  page.rota_id AS "rotaId", page.role, page.urgent, page.message, page.why, page.steps, page.taken,
  floor(extract(epoch FROM now() - page.begun_at))::integer AS "sinceSeconds"
FROM pages AS page
WHERE page.closed_at IS NULL AND page.due_at <= now() AND (:ids::text[] IS NULL OR page.id = ANY (:ids::text[])) AND
-- @include rings
ORDER BY page.due_at
LIMIT :limit
FOR UPDATE OF page SKIP LOCKED
