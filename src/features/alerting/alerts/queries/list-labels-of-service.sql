-- The labels of alerts of a service, however its name is written, that are open or began since then, no drills: what came last first.
-- @result lastAt: !
SELECT connector_id AS "connectorId", labels, max(started_at) AS "lastAt"
FROM alerts
WHERE organization_id = :organization_id AND lower(btrim(service)) = lower(btrim(:service)) AND drill_id IS NULL
  AND (resolved_at IS NULL OR started_at >= :since)
GROUP BY connector_id, labels
ORDER BY "lastAt" DESC, labels
LIMIT :limit
