-- To whom rules sent these alerts: all that no route sent. Whoever was mailed of an event, or because nobody was reached,
-- is not mailed of its end; nor is a target notified that was off at every step.
SELECT DISTINCT ON (notified.alert_id, one.channel, one.target) notified.alert_id AS "alertId",
  notified.sender_id AS "senderId", one.channel, one.target
FROM unnest(:alert_ids::text[]) AS wanted (id)
JOIN delivery_alerts AS notified ON notified.organization_id = :organization_id AND notified.alert_id = wanted.id
JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
WHERE NOT (one.status = 'parked' AND one.attempts = 0)
  AND NOT (one.channel = 'email' AND notified.sender_id = ANY (:mailing::text[])) AND NOT EXISTS (
    SELECT FROM alert_routings AS routing
    WHERE routing.organization_id = notified.organization_id AND routing.alert_id = notified.alert_id
      AND routing.route_id = notified.sender_id
  )
