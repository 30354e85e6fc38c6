-- Days as the clocks of a time zone show them; a day without any is left out.
-- @result day, count: !
SELECT to_char(started_at AT TIME ZONE :zone::text, 'YYYY-MM-DD') AS day, count(*)::integer AS count
FROM alerts
WHERE organization_id = :organization_id AND started_at >= :since AND drill_id IS NULL
GROUP BY 1
ORDER BY 1
