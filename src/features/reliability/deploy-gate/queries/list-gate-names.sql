-- The names by which the gate decides anything, and that may be this one in another case or with blanks at the ends.
-- @result service: !
SELECT DISTINCT service
FROM (
  SELECT configuration ->> 'service' AS service
  FROM rows
  WHERE organization_id = :organization_id AND kind IN ('deploy_policies', 'slos', 'status_page_components')
  UNION ALL
  SELECT service FROM deploy_overrides WHERE organization_id = :organization_id
) AS named
WHERE service <> :service AND abs(length(btrim(service)) - length(btrim(:service))) <= 1
ORDER BY service
