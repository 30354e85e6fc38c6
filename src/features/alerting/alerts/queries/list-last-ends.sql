-- How the last alert of each of these services ended, of those that ended after a moment: by a measurement, by a person's word,
-- or by neither, as what raised it is gone or off. Services without one are left out.
-- @param since: nullable
-- @result service: !
-- @result how: "measured" | "person" | "nobody"!
SELECT wanted.service, last.how
FROM unnest(:services::text[]) AS wanted (service)
CROSS JOIN LATERAL (
  SELECT CASE WHEN ended_because IS NOT NULL THEN 'nobody' WHEN goes_on THEN 'person' ELSE 'measured' END AS how
  FROM alerts
  WHERE organization_id = :organization_id AND service = wanted.service AND closed_at IS NOT NULL AND drill_id IS NULL
    AND (:since::timestamptz IS NULL OR closed_at > :since::timestamptz)
    AND (NOT :critical::boolean OR severity IS NULL OR severity = 'critical')
  ORDER BY closed_at DESC
  LIMIT 1
) AS last
