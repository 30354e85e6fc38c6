-- What the connector's agent is to run now. `seconds`: for so long its answer is waited for.
-- @result seconds: !
SELECT id, query, starts_at AS "startsAt", steps, ceil(extract(epoch FROM deadline - now()))::integer AS seconds
FROM range_queries
WHERE organization_id = :organization_id AND connector_id = :connector_id AND answer IS NULL AND deadline > now()
ORDER BY id
