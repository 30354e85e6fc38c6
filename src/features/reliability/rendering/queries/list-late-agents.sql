-- Agents of connectors that have reported nothing for so long.
SELECT connector_id AS "connectorId", instance, heard_at AS "reportedAt"
FROM render_acknowledgements
WHERE organization_id = :organization_id
  AND heard_at < now() - :late_seconds * interval '1 second'
ORDER BY connector_id, instance
