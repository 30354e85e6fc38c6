-- Connectors that are on, and whose engine does not run what was rendered or whose agent says nothing.
-- @result ok, silent: !
SELECT acknowledged.organization_id AS "organizationId", acknowledged.connector_id AS "connectorId",
  bool_and(acknowledged.ok) AS ok,
  bool_or(acknowledged.heard_at < now() - :silent_minutes * interval '1 minute') AS silent
FROM render_acknowledgements AS acknowledged
CROSS JOIN LATERAL (
  SELECT configuration FROM rows
  WHERE rows.organization_id = acknowledged.organization_id AND rows.kind = 'connectors'
    AND rows.id = acknowledged.connector_id
  LIMIT 1
) AS connector
WHERE NOT acknowledged.departed
  AND (NOT acknowledged.ok OR acknowledged.heard_at < now() - :silent_minutes * interval '1 minute')
  AND coalesce(connector.configuration ->> 'enabled', 'true') = 'true'
GROUP BY acknowledged.organization_id, acknowledged.connector_id
ORDER BY acknowledged.organization_id, acknowledged.connector_id
LIMIT :limit
