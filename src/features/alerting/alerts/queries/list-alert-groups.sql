-- How long it is that a group's targets were last sent something. A group may have had thousands of alerts: it is read off
-- the end of an index.
-- @result groupKey, secondsSince: !
SELECT wanted.key AS "groupKey",
  coalesce(extract(epoch FROM now() - greatest(
    (SELECT max(told_at) FROM alert_routings WHERE organization_id = :organization_id AND group_key = wanted.key),
    (SELECT max(ended_at) FROM alert_routings WHERE organization_id = :organization_id AND group_key = wanted.key)
  )), 0)::double precision AS "secondsSince"
FROM unnest(:group_keys::text[]) AS wanted (key)
