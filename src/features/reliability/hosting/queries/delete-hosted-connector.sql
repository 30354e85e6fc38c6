DELETE FROM hosted_connectors WHERE organization_id = :organization_id AND connector_id = :connector_id
