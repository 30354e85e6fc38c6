-- @result memberElsewhere: !
SELECT invitation.expires_at AS "expiresAt", invitation.proves_address AS "provesAddress",
  member.role, member.invited_name AS "invitedName",
  organization.id AS "organizationId", organization.slug, organization.name AS "organizationName",
  person.id AS "userId", person.email,
  EXISTS (
    SELECT FROM members AS other WHERE other.user_id = person.id AND other.accepted_at IS NOT NULL
  ) AS "memberElsewhere"
FROM invitations AS invitation
JOIN members AS member USING (organization_id, user_id)
JOIN organizations AS organization ON organization.id = invitation.organization_id
JOIN users AS person ON person.id = invitation.user_id
WHERE invitation.hash = :hash AND invitation.expires_at > :now AND member.accepted_at IS NULL
