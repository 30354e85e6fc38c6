-- Organizations that have more of what was sent or given up than is kept, and how many more.
-- @result beyond: !
SELECT organization_id AS "organizationId", (count(*) - :kept::bigint)::integer AS beyond
FROM deliveries WHERE ended_at IS NOT NULL
GROUP BY organization_id
HAVING count(*) > :kept::bigint
