-- Alerts that ended since then, some of them, those that began last first, as JSON in one text: of each its id, what
-- raised it, the name of its labels, its title, its times in milliseconds, and what was sent of it.
-- @plan: each time
-- @result content, count: !
SELECT coalesce(json_agg(json_build_array(id, connector_id, encode(label_set, 'hex'), title,
    (extract(epoch FROM started_at) * 1000)::bigint, (extract(epoch FROM ended_at) * 1000)::bigint,
    (extract(epoch FROM acknowledged_at) * 1000)::bigint, sent) ORDER BY started_at DESC, id DESC), '[]'::json)::text AS content,
  count(*)::integer AS count, min(started_at) AS "lastStartedAt",
  (array_agg(id ORDER BY started_at, id))[1] AS "lastId"
FROM (
  SELECT * FROM alert_history
  WHERE organization_id = :organization_id AND ended_at >= :since
    AND (started_at, id) < (:before::timestamptz, :before_id::text)
  ORDER BY started_at DESC, id DESC
  LIMIT :limit
) AS one
