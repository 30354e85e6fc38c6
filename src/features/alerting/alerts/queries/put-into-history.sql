-- Puts some alerts that have ended into the history; no drills.
-- @plan: each time
-- @result organizationId, count: !
WITH wanted AS (
  SELECT organization_id, id, connector_id, labels, title, started_at, greatest(resolved_at, started_at) AS ended_at,
    acknowledged_at, sha256(convert_to(labels::text, 'UTF8')) AS hash
  FROM alerts
  WHERE closed_at IS NOT NULL AND NOT in_history AND drill_id IS NULL
  ORDER BY closed_at
  LIMIT :limit
  FOR NO KEY UPDATE SKIP LOCKED
), marked AS (
  UPDATE alerts AS one SET in_history = true
  FROM wanted WHERE one.organization_id = wanted.organization_id AND one.id = wanted.id
),
-- @include sent-of-alerts
, sets AS (
  INSERT INTO alert_label_sets AS known (organization_id, hash, labels, bytes, last_ended_at)
  SELECT organization_id, hash, labels, octet_length(labels::text), max(ended_at)
  FROM wanted
  GROUP BY organization_id, hash, labels
  ORDER BY organization_id, hash
  ON CONFLICT (organization_id, hash)
  DO UPDATE SET last_ended_at = greatest(known.last_ended_at, excluded.last_ended_at)
), kept AS (
  INSERT INTO alert_history (organization_id, id, connector_id, label_set, title, started_at, ended_at, acknowledged_at,
    sent)
  SELECT wanted.organization_id, wanted.id, connector_id, hash, title, started_at, ended_at, acknowledged_at,
    coalesce(sent.names, '{}')
  FROM wanted LEFT JOIN sent ON sent.organization_id = wanted.organization_id AND sent.alert_id = wanted.id
  ON CONFLICT (organization_id, id) DO NOTHING
)
SELECT organization_id AS "organizationId", count(*)::integer AS count FROM wanted GROUP BY organization_id
