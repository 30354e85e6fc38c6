DELETE FROM render_acknowledgements
WHERE organization_id = :organization_id AND connector_id = :connector_id
