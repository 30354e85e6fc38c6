SELECT enabled, require_sso AS "requireSso", break_glass_user_id AS "breakGlassUserId", settings,
  sealed_secret AS "sealedSecret", revision
FROM sso_connections
WHERE organization_id = :organization_id
