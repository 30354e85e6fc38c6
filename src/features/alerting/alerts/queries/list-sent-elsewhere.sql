-- Of these alerts, whether any message has arrived, whether one that was sent elsewhere is yet to be tried, and to whom those went.
-- @result arrived, waiting, tried: !
SELECT notified.alert_id AS "alertId", bool_or(one.status = 'sent') AS arrived,
  bool_or(notified.sender_id = :elsewhere AND one.status = 'queued' AND one.attempts = 0) AS waiting,
  coalesce(array_agg(one.target) FILTER (WHERE notified.sender_id = :elsewhere), '{}') AS tried
FROM delivery_alerts AS notified
JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
WHERE notified.organization_id = :organization_id AND notified.alert_id = ANY (:alert_ids::text[])
  AND right(notified.source, 9) <> '/resolved'
GROUP BY notified.alert_id
