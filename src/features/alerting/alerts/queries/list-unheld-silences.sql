SELECT connector_id AS "connectorId", count, named
FROM unheld_silences
WHERE organization_id = :organization_id
ORDER BY connector_id
