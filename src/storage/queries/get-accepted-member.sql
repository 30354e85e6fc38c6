SELECT person.id
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = $1 AND person.email_folded = $2 AND member.accepted_at IS NOT NULL
