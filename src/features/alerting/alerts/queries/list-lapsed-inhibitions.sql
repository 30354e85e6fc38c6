-- Where alerts are kept back by one that has ended, or by an inhibition that has changed.
SELECT DISTINCT one.organization_id AS "organizationId", one.connector_id AS "connectorId"
FROM alerts AS one
WHERE one.inhibited_by IS NOT NULL AND one.resolved_at IS NULL AND NOT EXISTS (
  SELECT FROM alerts AS source
  WHERE source.organization_id = one.organization_id AND source.id = one.inhibiting_alert AND source.resolved_at IS NULL
)
LIMIT :limit
