SELECT id, user_id AS "userId", waits, content, created_at AS "createdAt", changed_at AS "changedAt"
FROM scim_users
WHERE organization_id = :organization_id AND user_name_folded = :user_name_folded
