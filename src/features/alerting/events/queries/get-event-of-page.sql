-- What was decided about the first event since then that leads to a page.
-- @result recipients: string[]!
-- @result message: !
SELECT decision -> 'recipients' AS recipients, decision ->> 'message' AS message
FROM events
WHERE organization_id = :organization_id AND url = :url AND at >= :since
ORDER BY at, id
LIMIT 1
