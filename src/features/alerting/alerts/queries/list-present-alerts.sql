-- The same of alerts that are open, or have ended and are not in the history yet; no drills. In the place of the name of its labels
-- each has the labels.
-- @plan: each time
-- @result content, count: !
WITH wanted AS (
  (SELECT organization_id, id, connector_id, labels, title, started_at, resolved_at, acknowledged_at
  FROM alerts
  WHERE organization_id = :organization_id AND resolved_at IS NULL AND drill_id IS NULL
    AND (started_at, id) < (:before::timestamptz, :before_id::text)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit)
  UNION ALL
  (SELECT organization_id, id, connector_id, labels, title, started_at, resolved_at, acknowledged_at
  FROM alerts
  WHERE organization_id = :organization_id AND closed_at IS NOT NULL AND NOT in_history AND resolved_at >= :since
    AND drill_id IS NULL
    AND (started_at, id) < (:before::timestamptz, :before_id::text)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit
),
-- @include sent-of-alerts
SELECT coalesce(json_agg(json_build_array(wanted.id, connector_id, labels, title,
    (extract(epoch FROM started_at) * 1000)::bigint, (extract(epoch FROM resolved_at) * 1000)::bigint,
    (extract(epoch FROM acknowledged_at) * 1000)::bigint, coalesce(sent.names, '{}')) ORDER BY started_at DESC, wanted.id DESC), '[]'::json)::text AS content,
  count(*)::integer AS count, min(started_at) AS "lastStartedAt",
  (array_agg(wanted.id ORDER BY started_at, wanted.id))[1] AS "lastId"
FROM wanted LEFT JOIN sent ON sent.organization_id = wanted.organization_id AND sent.alert_id = wanted.id
