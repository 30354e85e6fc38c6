-- Everybody of the organization.
SELECT person.id AS "userId", person.email, person.email_folded AS "emailFolded", person.name
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = :organization_id
  AND
  -- @include present-member
ORDER BY person.email_folded
