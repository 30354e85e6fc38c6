-- The token, its user, and the present membership in each organization that it may act in.
-- @result memberships: MembershipJson[]!
-- @plural: authenticate-tokens
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
WHERE token.hash = :hash AND token.revoked_at IS NULL
  AND (token.expires_at IS NULL OR token.expires_at > :now)
GROUP BY token.id, person.id
