-- Connectors with agents that nobody was notified of yet. Those of connectors that are off have nothing to say.
SELECT acknowledged.organization_id AS "organizationId", acknowledged.connector_id AS "connectorId"
FROM render_acknowledgements AS acknowledged
CROSS JOIN LATERAL (
  SELECT configuration FROM rows
  WHERE rows.organization_id = acknowledged.organization_id AND rows.kind = 'connectors'
    AND rows.id = acknowledged.connector_id
  LIMIT 1
) AS connector
WHERE NOT acknowledged.silence_told AND acknowledged.heard_at < now() - make_interval(secs => coalesce(every_seconds + 60, 60 * :silent_minutes::integer))
  AND coalesce(connector.configuration ->> 'enabled', 'true') = 'true'
GROUP BY acknowledged.organization_id, acknowledged.connector_id
ORDER BY min(acknowledged.heard_at)
LIMIT :limit
