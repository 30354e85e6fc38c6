-- What an engine reports that it has.
UPDATE alerts SET seen_at = now()
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
  AND fingerprint = ANY(:fingerprints::text[])
