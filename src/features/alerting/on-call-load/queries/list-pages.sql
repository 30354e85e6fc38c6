-- First messages about alerts to people's addresses, not their ends, repeats and drills: an alert and a person at a time.
-- A page by several ways is one.
-- @result email, sentAt: !
SELECT lower(split_part(one.target, ' ', 1)) AS email, min(one.created_at) AS "sentAt"
FROM alerts AS alert
JOIN delivery_alerts AS notified ON notified.organization_id = alert.organization_id AND notified.alert_id = alert.id
JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
WHERE alert.organization_id = :organization_id AND alert.drill_id IS NULL AND alert.started_at < :until
  AND one.channel IN ('email', 'page') AND lower(split_part(one.target, ' ', 1)) = ANY (:emails::text[])
  AND notified.source ~ '/(firing(/pagers)?|rule/[^/]+/[0-9]+)(/to/[^/]+)?$'
  AND NOT (one.status = 'parked' AND one.attempts = 0)
GROUP BY alert.id, lower(split_part(one.target, ' ', 1))
HAVING min(one.created_at) >= :since AND min(one.created_at) < :until
ORDER BY 2
LIMIT :most
