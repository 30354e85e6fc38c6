-- The labels that were used last the longest ago, with their alerts, beyond so many bytes of them.
WITH sized AS (
  SELECT last_ended_at, sum(bytes) OVER (ORDER BY last_ended_at DESC, hash) AS total
  FROM alert_label_sets
  WHERE organization_id = :organization_id
), first AS (
  SELECT max(last_ended_at) AS at FROM sized WHERE total > :kept_bytes::bigint
), noted AS (
  INSERT INTO alert_history_cuts AS known (organization_id, cut_at)
  SELECT :organization_id, at FROM first WHERE at IS NOT NULL
  ON CONFLICT (organization_id) DO UPDATE SET cut_at = greatest(known.cut_at, excluded.cut_at)
)
DELETE FROM alert_label_sets
WHERE organization_id = :organization_id AND last_ended_at <= (SELECT at FROM first)
