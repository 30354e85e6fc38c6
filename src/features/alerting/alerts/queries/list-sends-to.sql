-- What was sent of an alert, but for its end, to these receivers: what arrived first, then as it was queued.
SELECT notified.sender_id AS "senderId", one.channel, one.target, one.status, one.attempts,
  one.created_at AS "createdAt", one.ended_at AS "endedAt", one.last_error AS "lastError"
FROM delivery_alerts AS notified
JOIN deliveries AS one ON one.organization_id = notified.organization_id AND one.source = notified.source
JOIN unnest(:channels::text[], :partitions::text[]) AS wanted (channel, part)
  ON wanted.channel = one.channel AND wanted.part = one.lane
WHERE notified.organization_id = :organization_id AND notified.alert_id = :alert_id
  AND right(notified.source, 9) <> '/resolved'
ORDER BY one.status = 'sent' DESC, one.ordinal
LIMIT :most
