-- To whom routes sent these alerts, by the group in which they were sent, and whether they were sent another of the
-- group that is still open: a route may have had other targets then.
-- @result groupKey, goesOn: !
WITH ended AS MATERIALIZED (
  SELECT routing.alert_id, routing.route_id, routing.group_key
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id AND routing.alert_id = wanted.id
), concerned AS (
  SELECT alert_id, route_id, group_key, false AS open FROM ended
  UNION ALL
  SELECT routing.alert_id, routing.route_id, routing.group_key, true
  FROM (SELECT DISTINCT group_key FROM ended) AS touched
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id
    AND routing.group_key = touched.group_key AND routing.ended_at IS NULL AND routing.told_at IS NOT NULL
), sources AS MATERIALIZED (
  SELECT concerned.group_key, notified.source, bool_or(concerned.open) AS open, bool_and(concerned.open) AS only_open
  FROM concerned
  JOIN delivery_alerts AS notified ON notified.organization_id = :organization_id AND notified.alert_id = concerned.alert_id
    AND notified.sender_id = concerned.route_id
  GROUP BY concerned.group_key, notified.source
)
SELECT sources.group_key AS "groupKey", one.channel, one.target, bool_or(sources.open) AS "goesOn"
FROM sources
JOIN deliveries AS one ON one.organization_id = :organization_id AND one.source = sources.source
  AND NOT (one.status = 'parked' AND one.attempts = 0)
GROUP BY sources.group_key, one.channel, one.target
HAVING NOT bool_and(sources.only_open)
