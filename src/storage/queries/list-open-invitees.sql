-- People who never chose a password: they exist only for the sake of their invitations.
SELECT person.id
FROM members AS member
JOIN users AS person ON person.id = member.user_id
WHERE member.organization_id = $1 AND person.password_hash IS NULL
