-- Agents that nobody was told of yet. Those of connectors that are off have nothing to say.
SELECT acknowledged.organization_id AS "organizationId", acknowledged.connector_id AS "connectorId"
FROM render_acknowledgements AS acknowledged
JOIN rows ON rows.organization_id = acknowledged.organization_id AND rows.kind = 'connectors'
  AND rows.id = acknowledged.connector_id
WHERE NOT acknowledged.silence_told AND acknowledged.heard_at < now() - :silent_minutes * interval '1 minute'
  AND coalesce(rows.configuration ->> 'enabled', 'true') = 'true'
ORDER BY acknowledged.heard_at
LIMIT :limit
