SELECT person.id
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = :organization_id AND person.email_folded = :email_folded
  AND
  -- @include present-member
