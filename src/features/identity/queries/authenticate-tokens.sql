-- authenticate-token.sql for several at once; place counts the asked from 1.
-- @result place, memberships: MembershipJson[]!
SELECT asked.place::int AS place, found.*
FROM unnest(:hash::bytea[], :now::timestamptz[]) WITH ORDINALITY AS asked(asked_hash, asked_now, place)
CROSS JOIN LATERAL (
  SELECT token.id, token.name, token.max_role, token.last_used_at,
    person.id AS user_id, person.email, person.name AS user_name,
    coalesce(jsonb_agg(jsonb_build_object(
      'role', member.role, 'id', organization.id, 'slug', organization.slug, 'name', organization.name,
      'plan', organization.plan, 'ip_allowlist', organization.ip_allowlist) ORDER BY organization.slug)
      FILTER (WHERE organization.id IS NOT NULL), '[]') AS memberships
  FROM tokens AS token
  JOIN users AS person ON person.id = token.user_id
  LEFT JOIN members AS member ON member.user_id = token.user_id AND member.accepted_at IS NOT NULL
    AND member.organization_id = ANY (token.organizations)
  LEFT JOIN organizations AS organization ON organization.id = member.organization_id
  WHERE token.hash = asked_hash AND token.revoked_at IS NULL
    AND (token.expires_at IS NULL OR token.expires_at > asked_now)
  GROUP BY token.id, person.id
) AS found
