-- @result memberships: MembershipJson[]!
coalesce(jsonb_agg(jsonb_build_object(
  'role', member.role, 'id', organization.id, 'slug', organization.slug, 'name', organization.name,
  'plan', organization.plan, 'ip_allowlist', organization.ip_allowlist, 'has_tests', organization.has_tests, 'has_policies', organization.has_policies,
  'suspension',
  -- @include suspension
  , 'quotas',
  -- @include quotas
  , 'sign_in',
  -- @include sign-in
  , 'second_factor',
  -- @include second-factor
  ) ORDER BY organization.slug)
  FILTER (WHERE organization.id IS NOT NULL), '[]') AS memberships
