-- What is open, and what began lately.
-- @result open: !
SELECT id, labels, title, started_at AS "startedAt", resolved_at IS NULL AS open
FROM alerts
WHERE organization_id = :organization_id AND (resolved_at IS NULL OR started_at >= :since)
ORDER BY started_at DESC, id DESC
LIMIT :limit
