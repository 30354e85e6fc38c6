-- A session lives as long as the shortest session_ttl_hours among its user's organizations; 24 without one.
-- @result must_change_password: !
-- @result memberships: MembershipJson[]!
-- @plural: authenticate-sessions
SELECT session.id, session.last_used_at, person.id AS user_id, person.email, person.name AS user_name,
  person.password_state = 'temporary' AS must_change_password,
  coalesce(jsonb_agg(jsonb_build_object(
    'role', member.role, 'id', organization.id, 'slug', organization.slug, 'name', organization.name,
    'plan', organization.plan, 'ip_allowlist', organization.ip_allowlist) ORDER BY organization.slug)
    FILTER (WHERE organization.id IS NOT NULL), '[]') AS memberships
FROM sessions AS session
JOIN users AS person ON person.id = session.user_id
LEFT JOIN members AS member ON member.user_id = session.user_id AND member.accepted_at IS NOT NULL
LEFT JOIN organizations AS organization ON organization.id = member.organization_id
WHERE session.hash = :hash
GROUP BY session.id, session.hash, person.id
HAVING session.created_at + make_interval(hours => coalesce(min(organization.session_ttl_hours), 24)) > :now
