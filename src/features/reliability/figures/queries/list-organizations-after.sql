-- The last of the next organizations; none behind the last.
SELECT max(id) AS last FROM (SELECT id FROM organizations WHERE id > :after ORDER BY id LIMIT :limit) AS next
