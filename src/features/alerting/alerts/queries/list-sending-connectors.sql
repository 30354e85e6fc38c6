-- Of these connectors, those that have sent alerts, drills left out, and of which no agent has ever reported.
-- @result connectorId: !
SELECT given.id AS "connectorId"
FROM unnest(:ids::text[]) AS given (id)
WHERE EXISTS (
    SELECT FROM alerts
    WHERE organization_id = :organization_id AND connector_id = given.id AND drill_id IS NULL
      AND NOT starts_with(fingerprint, 'orgconfig_')
  )
  AND NOT EXISTS (
    SELECT FROM render_acknowledgements AS said
    WHERE said.organization_id = :organization_id AND said.connector_id = given.id
  )
