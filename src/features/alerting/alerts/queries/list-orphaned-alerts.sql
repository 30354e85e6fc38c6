-- Open alerts of connectors, and of what else raises them, that are gone: nobody will say when they end. A drill ends its own. OFFSET keeps the look at rows one for each
-- alert, by the key of the rows: joined, it would read all connectors of all organizations.
SELECT one.organization_id AS "organizationId", one.connector_id AS "connectorId", one.id
FROM alerts AS one
WHERE one.resolved_at IS NULL AND one.drill_id IS NULL AND one.connector_id <> ALL (:rowless::text[]) AND NOT EXISTS (
  SELECT FROM rows AS connector
  WHERE connector.organization_id = one.organization_id AND connector.kind = ANY (:kinds::text[])
    AND connector.id = one.connector_id
  OFFSET 0
)
ORDER BY one.organization_id, one.connector_id
LIMIT :limit
