-- The organization that has the most of what was sent or given up.
-- @result count: !
SELECT organization_id AS holder, count(*)::integer AS count FROM deliveries WHERE ended_at IS NOT NULL
GROUP BY organization_id ORDER BY count(*) DESC LIMIT 1
