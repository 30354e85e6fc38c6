-- Where there is but one, nobody has to say which.
SELECT id FROM organizations
WHERE (SELECT count(*) FROM (SELECT FROM organizations LIMIT 2) AS few) = 1
