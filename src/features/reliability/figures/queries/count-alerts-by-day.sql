-- Days as the clocks of a time zone show them; a day without any is left out. Of those that ended long ago the history alone is left.
-- @result day, count: !
SELECT to_char(begun.at AT TIME ZONE :zone::text, 'YYYY-MM-DD') AS day, count(*)::integer AS count
FROM (
  SELECT started_at AS at FROM alerts
  WHERE organization_id = :organization_id AND started_at >= :since AND drill_id IS NULL
  UNION ALL
  SELECT past.started_at FROM alert_history AS past
  WHERE past.organization_id = :organization_id AND past.started_at >= :since AND NOT EXISTS (
    SELECT FROM alerts AS known WHERE known.organization_id = past.organization_id AND known.id = past.id
  )
) AS begun
GROUP BY 1
ORDER BY 1
