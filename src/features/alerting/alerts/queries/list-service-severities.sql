-- Of the alerts of services that are open and not muted, each severity once.
-- @result service: !
SELECT DISTINCT service, severity
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND muted_by IS NULL
  AND service = ANY (:services::text[]) AND drill_id IS NULL
