-- To whom rules sent these alerts: all that no route sent.
SELECT DISTINCT ON (told.alert_id, one.channel, one.target) told.alert_id AS "alertId",
  told.sender_id AS "senderId", one.channel, one.target
FROM unnest(:alert_ids::text[]) AS wanted (id)
JOIN delivery_alerts AS told ON told.organization_id = :organization_id AND told.alert_id = wanted.id
JOIN deliveries AS one ON one.organization_id = told.organization_id AND one.source = told.source
WHERE NOT EXISTS (
    SELECT FROM alert_routings AS routing
    WHERE routing.organization_id = told.organization_id AND routing.alert_id = told.alert_id
      AND routing.route_id = told.sender_id
  )
