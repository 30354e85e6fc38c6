-- What is open, and what began lately and is over, no drills: the newest before one. An index answers each half.
-- @result id, connectorId, title, startedAt, open: !
-- @result labels: Labels!
SELECT id, connector_id AS "connectorId", labels, title, started_at AS "startedAt", open
FROM (
  (SELECT id, connector_id, labels, title, started_at, true AS open
  FROM alerts
  WHERE organization_id = :organization_id AND resolved_at IS NULL AND drill_id IS NULL
    AND (started_at, id) < (:before::timestamptz, :before_id::text)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit)
  UNION ALL
  (SELECT id, connector_id, labels, title, started_at, false
  FROM alerts
  WHERE organization_id = :organization_id AND resolved_at IS NOT NULL AND started_at >= :since AND drill_id IS NULL
    AND (started_at, id) < (:before::timestamptz, :before_id::text)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit)
) AS recent
ORDER BY started_at DESC, id DESC
LIMIT :limit
