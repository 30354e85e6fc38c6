-- How long it is that a group's targets were told anything, and how many alerts are open that they were told of. A group
-- may have had thousands of alerts: each figure is read off the end of an index.
-- @result groupKey, secondsSince, open: !
SELECT wanted.key AS "groupKey",
  coalesce(extract(epoch FROM now() - greatest(
    (SELECT max(told_at) FROM alert_routings WHERE organization_id = :organization_id AND group_key = wanted.key),
    (SELECT max(ended_at) FROM alert_routings WHERE organization_id = :organization_id AND group_key = wanted.key)
  )), 0)::double precision AS "secondsSince",
  (
    SELECT count(*) FROM alert_routings
    WHERE organization_id = :organization_id AND group_key = wanted.key AND ended_at IS NULL AND told_at IS NOT NULL
  )::integer AS open
FROM unnest(:group_keys::text[]) AS wanted (key)
