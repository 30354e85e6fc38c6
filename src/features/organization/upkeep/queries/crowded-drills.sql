-- Organizations that have more of them than are kept, and how many more.
-- @result beyond: !
SELECT organization_id AS "organizationId", (count(*) - :kept::bigint)::integer AS beyond
FROM drills WHERE ended_at IS NOT NULL
GROUP BY organization_id
HAVING count(*) > :kept::bigint
