-- Everybody whom the provider keeps here, and the members whom it has not named yet.
-- @result id, waits, createdAt, changedAt: !
-- @result content: Content!
-- @result userId, memberEmail, memberName: string | null
SELECT id, user_id AS "userId", waits, content, created_at AS "createdAt", changed_at AS "changedAt",
  NULL::text AS "memberEmail", NULL::text AS "memberName"
FROM scim_users
WHERE organization_id = :organization_id
UNION ALL
SELECT member.user_id, member.user_id, false, '{}'::jsonb, member.created_at, member.created_at, person.email,
  CASE WHEN member.accepted_at IS NULL THEN coalesce(member.invited_name, '') ELSE person.name END
FROM members AS member
JOIN users AS person ON person.id = member.user_id
WHERE member.organization_id = :organization_id
  -- Two, and not one with OR: that would look at every pair of a member and a user.
  AND NOT EXISTS (
    SELECT FROM scim_users AS known
    WHERE known.organization_id = member.organization_id AND known.user_id = member.user_id)
  AND NOT EXISTS (
    SELECT FROM scim_users AS known
    WHERE known.organization_id = member.organization_id AND known.user_name_folded = person.email_folded)
ORDER BY id
LIMIT :limit OFFSET :offset
