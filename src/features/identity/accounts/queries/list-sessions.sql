-- The same lifetime as in authenticate-session.
-- @result expiresAt: !
WITH lifetime AS (
  SELECT make_interval(hours => coalesce(min(organization.session_ttl_hours), 24)) AS length
  FROM members AS member
  JOIN organizations AS organization ON organization.id = member.organization_id
  WHERE member.user_id = :user_id AND member.accepted_at IS NOT NULL
)
SELECT id, created_at AS "createdAt", last_used_at AS "lastUsedAt", least(created_at + length, last_used_at + make_interval(mins => :idle_minutes)) AS "expiresAt",
  address, user_agent AS "userAgent",
  by_password AS "byPassword", sso_organizations AS "ssoOrganizations",
  second_factor AS "secondFactor", ended_organizations AS "endedOrganizations"
FROM sessions, lifetime
WHERE user_id = :user_id AND created_at + length > :now
  AND last_used_at + make_interval(mins => :idle_minutes) > :now
ORDER BY id DESC
LIMIT :limit
