-- Whether the organization requires a second factor of the member's password: not of the one who signs in by it when the provider is away.
CASE WHEN NOT organization.second_factor_required THEN 'optional'
  WHEN sso.require_sso AND member.role = 'org_admin' AND sso.break_glass_user_id IS NOT DISTINCT FROM member.user_id
  THEN 'optional'
  WHEN EXISTS (
    SELECT FROM sso_identities AS identity
    WHERE identity.organization_id = member.organization_id AND identity.user_id = member.user_id
  ) THEN 'linked'
  ELSE 'required' END
