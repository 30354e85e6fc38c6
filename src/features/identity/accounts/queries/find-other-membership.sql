-- Where else the person is a member, or was invited and not yet asked.
SELECT organization_id AS "organizationId" FROM members
WHERE user_id = :user_id AND organization_id <> :organization_id AND accepted_at IS NOT NULL
LIMIT 1
