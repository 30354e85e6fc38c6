SELECT user_id FROM members
WHERE organization_id = $1 AND user_id <> $2 AND role = 'org_admin' AND accepted_at IS NOT NULL
LIMIT 1
