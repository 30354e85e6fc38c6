UPDATE render_acknowledgements SET silence_told = true
WHERE organization_id = :organization_id AND connector_id = :connector_id AND instance = ANY(:instances)
