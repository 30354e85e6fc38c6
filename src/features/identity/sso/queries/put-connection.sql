-- @param break_glass_user_id, sealed_secret: nullable
INSERT INTO sso_connections (organization_id, enabled, require_sso, break_glass_user_id, settings, sealed_secret)
VALUES (:organization_id, :enabled, :require_sso, :break_glass_user_id, :settings, :sealed_secret)
ON CONFLICT (organization_id) DO UPDATE
SET enabled = EXCLUDED.enabled, require_sso = EXCLUDED.require_sso,
  break_glass_user_id = EXCLUDED.break_glass_user_id, settings = EXCLUDED.settings,
  sealed_secret = EXCLUDED.sealed_secret, revision = nextval('row_revision')
