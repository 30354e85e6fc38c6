-- How long it is that a group's targets were told anything, and how many alerts are open that they were told of.
-- @result secondsSince, open: !
SELECT routing.group_key AS "groupKey",
  coalesce(extract(epoch FROM now() - max(greatest(routing.told_at, routing.ended_at))), 0)::double precision
    AS "secondsSince",
  (count(*) FILTER (WHERE one.resolved_at IS NULL AND routing.told_at IS NOT NULL))::integer AS open
FROM alert_routings AS routing
JOIN alerts AS one ON one.organization_id = routing.organization_id AND one.id = routing.alert_id
WHERE routing.organization_id = :organization_id AND routing.group_key = ANY (:group_keys::text[])
GROUP BY routing.group_key
