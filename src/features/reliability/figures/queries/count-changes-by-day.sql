-- Days as the clocks of a time zone show them; a day without any is left out.
-- @result day, count: !
SELECT to_char(at AT TIME ZONE :zone::text, 'YYYY-MM-DD') AS day, count(*)::integer AS count
FROM audit_records
WHERE organization_id = :organization_id AND at >= :since
  AND outcome = 'success'
GROUP BY 1
ORDER BY 1
