SELECT id, email, email_folded FROM users
WHERE id IN (SELECT user_id FROM members WHERE organization_id = :organization_id)
ORDER BY id
