SELECT id, status_before FROM maintained_components WHERE organization_id = :organization_id
