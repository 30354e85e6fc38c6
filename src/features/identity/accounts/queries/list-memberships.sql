-- @result signIn: SignIn!
-- @result secondFactor: SecondFactorRule!
-- @result suspension: Suspension!
-- @result quotas: Quotas!
SELECT member.role, organization.id, organization.slug, organization.name, organization.plan,
  organization.ip_allowlist AS "ipAllowlist",
  -- @include suspension
  AS suspension,
  -- @include quotas
  AS quotas,
  -- @include sign-in
  AS "signIn",
  -- @include second-factor
  AS "secondFactor"
FROM members AS member
JOIN organizations AS organization ON organization.id = member.organization_id
-- @include own-sign-in
WHERE member.user_id = :user_id AND member.accepted_at IS NOT NULL
ORDER BY organization.slug
