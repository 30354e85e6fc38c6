-- Those of these addresses whose people are in the organization.
SELECT person.email
FROM users AS person
JOIN members AS member ON member.user_id = person.id
WHERE member.organization_id = :organization_id AND person.email_folded = ANY (:emails_folded::text[])
  AND
  -- @include present-member
ORDER BY person.email_folded
