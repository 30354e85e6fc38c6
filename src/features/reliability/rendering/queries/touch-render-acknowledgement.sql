UPDATE render_acknowledgements SET heard_at = now(), silence_told = false
WHERE organization_id = :organization_id AND connector_id = :connector_id
