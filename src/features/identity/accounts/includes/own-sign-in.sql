-- The organization's own sign-in, where it is on.
LEFT JOIN sso_connections AS sso ON sso.organization_id = member.organization_id AND sso.enabled
