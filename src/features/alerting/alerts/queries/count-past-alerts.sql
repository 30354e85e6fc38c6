-- How many alerts began since then.
-- @result count: !
SELECT (SELECT count(*) FROM alert_history WHERE organization_id = :organization_id AND started_at >= :since)::integer
  + (SELECT count(*) FROM alerts WHERE organization_id = :organization_id AND started_at >= :since AND NOT in_history
    AND drill_id IS NULL)::integer
  AS count
