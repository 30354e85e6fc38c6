-- The oldest beyond those that are kept; so many at most.
WITH first AS (
  SELECT ended_at FROM alert_history
  WHERE organization_id = :organization_id
  ORDER BY ended_at DESC
  OFFSET :kept LIMIT 1
), gone AS (
  DELETE FROM alert_history
  WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM alert_history
    WHERE organization_id = :organization_id AND ended_at <= (SELECT ended_at FROM first)
    ORDER BY ended_at
    LIMIT :limit
  )
  RETURNING id
), noted AS (
  INSERT INTO alert_history_cuts AS known (organization_id, cut_at)
  SELECT :organization_id, ended_at FROM first
  ON CONFLICT (organization_id) DO UPDATE SET cut_at = greatest(known.cut_at, excluded.cut_at)
)
SELECT id FROM gone
