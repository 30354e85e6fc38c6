-- Whether there is anything to do: mostly there is nothing, and no transaction is begun for it.
SELECT page.id
FROM pages AS page
WHERE page.closed_at IS NULL AND page.due_at <= now() AND
-- @include rings
LIMIT 1
