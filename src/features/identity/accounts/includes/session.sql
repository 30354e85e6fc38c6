-- The session, its user, and the memberships of that.
-- @result must_change_password: !
SELECT session.id, session.last_used_at, person.id AS user_id, person.email, person.name AS user_name,
  (session.by_password AND person.password_state = 'temporary') AS must_change_password,
  session.by_password, session.sso_organizations,
  session.password_at, session.second_factor, session.ended_organizations,
  -- @include memberships
FROM sessions AS session
JOIN users AS person ON person.id = session.user_id
LEFT JOIN members AS member ON member.user_id = session.user_id AND member.accepted_at IS NOT NULL
LEFT JOIN organizations AS organization ON organization.id = member.organization_id
-- @include own-sign-in
