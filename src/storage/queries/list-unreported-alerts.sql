-- What is open here since before a moment, and whose labels an engine did not report at that moment.
SELECT id
FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
  AND taken_in_at < :before AND NOT EXISTS (
    SELECT FROM unnest(:fingerprints::text[]) AS reported (fingerprint)
    WHERE reported.fingerprint = alerts.fingerprint
  )
ORDER BY id
FOR UPDATE
