-- authenticate-session.sql for several at once; place counts the asked from 1.
-- @result place, must_change_password: !
-- @result memberships: MembershipJson[]!
SELECT asked.place::int AS place, found.*
FROM unnest(:hash::bytea[], :now::timestamptz[]) WITH ORDINALITY AS asked(asked_hash, asked_now, place)
CROSS JOIN LATERAL (
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
  WHERE session.hash = asked_hash
  GROUP BY session.id, session.hash, person.id
  HAVING session.created_at + make_interval(hours => coalesce(min(organization.session_ttl_hours), 24)) > asked_now
) AS found
