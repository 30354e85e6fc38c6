-- Plans that have other records than each of theirs says. All are of one moment, so that of a plan that is
-- older than what retention kept, some may have been cut.
-- @param kept_since: nullable
-- @result plan_id, found, fewest, most: !
SELECT plan_id, count(*) AS found, min(said) AS fewest, max(said) AS most
FROM (
  SELECT plan_id, at, coalesce(plan_records, 0) AS said FROM audit_records
  WHERE organization_id = :organization_id AND plan_id IS NOT NULL
) AS record
GROUP BY plan_id
HAVING min(said) <> max(said) OR count(*) > max(said)
  OR (count(*) < max(said) AND (:kept_since::timestamptz IS NULL OR min(at) >= :kept_since))
ORDER BY plan_id
LIMIT :limit
