-- In one order, so that two writers of bindings do not wait for each other.
WITH reports AS (
  SELECT service, environment FROM discoveries
  WHERE organization_id = :organization_id
  ORDER BY service, environment
  FOR UPDATE
)
DELETE FROM discoveries USING reports
WHERE organization_id = :organization_id AND discoveries.service = reports.service
  AND discoveries.environment = reports.environment
