-- Alerts that were open at any time between two moments, those that began last first, and how many they are. An empty
-- service takes all of them.
-- @result total: !
SELECT id, title, service, severity, started_at AS "startedAt", resolved_at AS "resolvedAt",
  acknowledged_by AS "acknowledgedBy", count(*) OVER ()::integer AS total
FROM alerts
WHERE organization_id = :organization_id AND drill_id IS NULL AND started_at < :until
  AND (resolved_at IS NULL OR resolved_at >= :since) AND (:service = '' OR lower(btrim(service)) = lower(btrim(:service)))
ORDER BY started_at DESC, id DESC
LIMIT :limit
