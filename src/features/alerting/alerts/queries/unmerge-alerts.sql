DELETE FROM alert_overflows
WHERE organization_id = :organization_id AND connector_id = :connector_id AND fingerprint = ANY (:fingerprints::text[])
