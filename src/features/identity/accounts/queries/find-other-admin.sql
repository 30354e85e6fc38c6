SELECT user_id FROM members
WHERE organization_id = :organization_id AND user_id <> :user_id AND role = 'org_admin'
  AND accepted_at IS NOT NULL
LIMIT 1
