-- To whom routes sent these alerts, by the group in which they were sent.
WITH sources AS (
  SELECT DISTINCT routing.group_key, told.source
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id AND routing.alert_id = wanted.id
  JOIN delivery_alerts AS told ON told.organization_id = routing.organization_id AND told.alert_id = routing.alert_id
    AND told.sender_id = routing.route_id
)
SELECT DISTINCT sources.group_key AS "groupKey", one.channel, one.target
FROM sources
JOIN deliveries AS one ON one.organization_id = :organization_id AND one.source = sources.source
