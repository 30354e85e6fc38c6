-- A connector whose agent asked lately; first those whose agents are there.
SELECT connector_id AS "connectorId"
FROM drill_agents
WHERE organization_id = :organization_id AND asked_at > now() - :within_seconds * interval '1 second'
  AND EXISTS (
    SELECT FROM rows AS connector
    WHERE connector.organization_id = :organization_id AND connector.kind = :kind AND connector.id = connector_id
  )
ORDER BY asked_at > now() - interval '3 minutes' DESC, connector_id
LIMIT 1
