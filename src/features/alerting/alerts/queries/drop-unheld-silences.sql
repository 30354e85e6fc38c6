DELETE FROM unheld_silences WHERE organization_id = :organization_id AND connector_id = :connector_id
