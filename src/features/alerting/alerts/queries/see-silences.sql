-- What an engine shows that it has.
UPDATE alert_silences SET seen_at = now()
WHERE organization_id = :organization_id AND connector_id = :connector_id AND silence_id = ANY(:silence_ids::text[])
