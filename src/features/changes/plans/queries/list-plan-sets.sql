-- @result rows: !
SELECT name, plan_id, applied_at, (
  SELECT count(*)::integer FROM rows
  WHERE rows.organization_id = plan_sets.organization_id AND rows.managed_by = plan_sets.name
) AS rows
FROM plan_sets
WHERE organization_id = :organization_id
ORDER BY name
