-- Everybody who is org_admin of the organization.
SELECT person.id, person.email, person.name
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = :organization_id AND member.role = 'org_admin'
  AND
  -- @include present-member
ORDER BY person.email_folded
