-- A name that somebody else gave is not shown before the person accepts.
-- @result name, secondFactor: !
SELECT person.id, person.email,
  CASE WHEN member.accepted_at IS NULL THEN coalesce(member.invited_name, '') ELSE person.name END AS name,
  member.role, member.accepted_at AS "acceptedAt", member.created_at AS "createdAt", member.revision,
  EXISTS (SELECT FROM second_factors WHERE user_id = person.id AND confirmed_at IS NOT NULL) AS "secondFactor"
FROM members AS member
JOIN users AS person ON person.id = member.user_id
WHERE member.organization_id = :organization_id AND member.user_id = :user_id
