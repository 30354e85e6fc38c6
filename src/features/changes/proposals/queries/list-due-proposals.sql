-- Those that the service has to look at by now, of whichever organization.
SELECT organization_id AS "organizationId", id
FROM proposals
WHERE due_at IS NOT NULL AND due_at <= :now
ORDER BY due_at
LIMIT :limit
