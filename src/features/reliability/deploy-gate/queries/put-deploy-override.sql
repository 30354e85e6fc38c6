INSERT INTO deploy_overrides (organization_id, service, allow, reason, by, created_at, until)
VALUES (:organization_id, :service, :allow, :reason, :by, :created_at, :until)
ON CONFLICT (organization_id, service)
DO UPDATE SET allow = EXCLUDED.allow, reason = EXCLUDED.reason, by = EXCLUDED.by,
  created_at = EXCLUDED.created_at, until = EXCLUDED.until
