UPDATE render_acknowledgements SET departed = true
WHERE organization_id = :organization_id AND connector_id = :connector_id AND instance = :instance
