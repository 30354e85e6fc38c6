-- @result found: !
SELECT EXISTS (SELECT FROM organizations) OR EXISTS (SELECT FROM users) AS found
