-- The oldest beyond those that are kept, and beyond so many bytes; notes up to when there are gaps.
WITH sized AS (
  SELECT minute, row_number() OVER newest AS place, sum(bytes) OVER newest AS total
  FROM gate_verdicts
  WHERE organization_id = :organization_id
  WINDOW newest AS (ORDER BY minute DESC, service DESC, hash DESC)
), first AS (
  SELECT max(minute) AS at FROM sized WHERE place > :kept::bigint OR total > :kept_bytes::bigint
), noted AS (
  INSERT INTO gate_verdict_cuts AS known (organization_id, cut_at)
  SELECT :organization_id, at FROM first WHERE at IS NOT NULL
  ON CONFLICT (organization_id) DO UPDATE SET cut_at = greatest(known.cut_at, excluded.cut_at)
)
DELETE FROM gate_verdicts WHERE organization_id = :organization_id AND minute <= (SELECT at FROM first)
