-- Waits for whoever is just writing one of them: a row that is passed over would look like one that is lost.
WITH own AS (
  SELECT organization_id, connector_id
  FROM hosted_connectors
  WHERE holder = :holder
  ORDER BY organization_id, connector_id
  FOR UPDATE
)
UPDATE hosted_connectors AS hosted
SET held_until = now() + :lease_ms * interval '1 millisecond'
FROM own
WHERE hosted.organization_id = own.organization_id AND hosted.connector_id = own.connector_id
RETURNING hosted.organization_id AS "organizationId", hosted.connector_id AS "connectorId"
