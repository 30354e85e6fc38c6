-- Open alerts of connectors that are gone: nobody will say when they end.
SELECT one.organization_id AS "organizationId", one.connector_id AS "connectorId", one.id
FROM alerts AS one
WHERE one.resolved_at IS NULL AND NOT EXISTS (
  SELECT FROM rows AS connector
  WHERE connector.organization_id = one.organization_id AND connector.kind = :kind
    AND connector.id = one.connector_id
)
ORDER BY one.organization_id, one.connector_id
LIMIT :limit
