-- In the order of arrival.
SELECT told.alert_id AS "alertId", told.sender_id AS "senderId", one.channel, one.target, one.status, one.attempts,
  one.created_at AS "createdAt", one.ended_at AS "endedAt", one.last_error AS "lastError"
FROM unnest(:alert_ids::text[]) AS wanted (id)
JOIN delivery_alerts AS told ON told.organization_id = :organization_id AND told.alert_id = wanted.id
JOIN deliveries AS one ON one.organization_id = told.organization_id AND one.source = told.source
ORDER BY one.ordinal
