INSERT INTO deploy_overrides (organization_id, service, allow, reason, by, created_at, until)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (organization_id, service)
DO UPDATE SET allow = EXCLUDED.allow, reason = EXCLUDED.reason, by = EXCLUDED.by,
  created_at = EXCLUDED.created_at, until = EXCLUDED.until
