-- The person who has the most of them.
-- @result count: !
SELECT user_id AS holder, count(*)::integer AS count FROM sessions
GROUP BY user_id ORDER BY count(*) DESC LIMIT 1
