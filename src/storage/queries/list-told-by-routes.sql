-- To whom routes sent these alerts, by the group in which they were sent, and whether they were sent another of the
-- group that is still open: a route may have had other targets then.
-- @result goesOn: !
WITH sources AS (
  SELECT DISTINCT routing.group_key, told.source
  FROM unnest(:alert_ids::text[]) AS wanted (id)
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id AND routing.alert_id = wanted.id
  JOIN delivery_alerts AS told ON told.organization_id = routing.organization_id AND told.alert_id = routing.alert_id
    AND told.sender_id = routing.route_id
), targets AS MATERIALIZED (
  SELECT DISTINCT sources.group_key, one.channel, one.target
  FROM sources
  JOIN deliveries AS one ON one.organization_id = :organization_id AND one.source = sources.source
), open_sources AS MATERIALIZED (
  SELECT DISTINCT routing.group_key, told.source
  FROM (SELECT DISTINCT group_key FROM targets) AS ended
  JOIN alert_routings AS routing ON routing.organization_id = :organization_id
    AND routing.group_key = ended.group_key AND routing.ended_at IS NULL AND routing.told_at IS NOT NULL
  JOIN delivery_alerts AS told ON told.organization_id = routing.organization_id AND told.alert_id = routing.alert_id
    AND told.sender_id = routing.route_id
), open_targets AS MATERIALIZED (
  SELECT DISTINCT open_sources.group_key, one.channel, one.target
  FROM open_sources
  JOIN deliveries AS one ON one.organization_id = :organization_id AND one.source = open_sources.source
)
SELECT targets.group_key AS "groupKey", targets.channel, targets.target, open_targets.target IS NOT NULL AS "goesOn"
FROM targets
LEFT JOIN open_targets ON open_targets.group_key = targets.group_key AND open_targets.channel = targets.channel
  AND open_targets.target = targets.target
