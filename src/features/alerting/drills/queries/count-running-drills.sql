-- How many are under way, how many of these by schedule, and one that is about the same.
-- @param route_id, target_id, service: nullable
-- @result all: !
-- @result scheduled: !
SELECT count(*)::integer AS "all", (count(*) FILTER (WHERE scheduled))::integer AS scheduled,
  min(id) FILTER (
    WHERE route_id IS NOT DISTINCT FROM :route_id AND target_id IS NOT DISTINCT FROM :target_id
      AND lower(btrim(service)) IS NOT DISTINCT FROM lower(btrim(:service))
  ) AS same
FROM drills
WHERE organization_id = :organization_id AND status = 'running'
