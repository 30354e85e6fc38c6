DELETE FROM alert_silences
WHERE organization_id = :organization_id AND connector_id = :connector_id AND silence_id = ANY(:silence_ids::text[])
