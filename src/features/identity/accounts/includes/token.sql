-- @result has_second_factor: !
-- The token, its user, and the present membership in each organization that it may act in.
SELECT token.id, token.name, token.max_role, token.propose_only, token.last_used_at,
  person.id AS user_id, person.email, person.name AS user_name,
  EXISTS (SELECT FROM second_factors WHERE user_id = person.id AND confirmed_at IS NOT NULL) AS has_second_factor,
  -- @include memberships
FROM tokens AS token
JOIN users AS person ON person.id = token.user_id
LEFT JOIN members AS member ON member.user_id = token.user_id AND member.accepted_at IS NOT NULL
  AND member.organization_id = ANY (token.organizations)
LEFT JOIN organizations AS organization ON organization.id = member.organization_id
-- @include own-sign-in
