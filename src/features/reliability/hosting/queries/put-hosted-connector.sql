INSERT INTO hosted_connectors (organization_id, connector_id)
VALUES (:organization_id, :connector_id)
ON CONFLICT DO NOTHING
