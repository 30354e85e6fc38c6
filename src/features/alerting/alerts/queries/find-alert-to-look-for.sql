-- Whether an agent is to look now: a firing is held, or the end of a mute has just left an alert that no report has had
-- since. What an engine has no more stays so: it is looked for a few times.
-- @result wanted: !
SELECT EXISTS (
  SELECT FROM held_firings WHERE organization_id = :organization_id AND connector_id = :connector_id
) OR EXISTS (
  SELECT FROM alerts
  WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
    AND unconfirmed_since > now() - interval '30 seconds'
) AS wanted
