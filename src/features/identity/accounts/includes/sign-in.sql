-- No password reaches an organization that requires its own sign-in, but for one org_admin's, for the day when the provider is away.
CASE WHEN sso.organization_id IS NULL THEN 'password'
  WHEN sso.require_sso AND NOT (member.role = 'org_admin' AND sso.break_glass_user_id IS NOT DISTINCT FROM member.user_id)
  THEN 'sso' ELSE 'both' END
