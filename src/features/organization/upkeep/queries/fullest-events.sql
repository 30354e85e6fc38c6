-- The organization that has the most of them.
-- @result count: !
SELECT organization_id AS holder, count(*)::integer AS count FROM events
GROUP BY organization_id ORDER BY count(*) DESC LIMIT 1
