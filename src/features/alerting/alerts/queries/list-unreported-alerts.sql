-- What is open here, was last seen before a moment, and has labels that an engine does not report. What says of the
-- engine itself that it is lost is no engine's.
SELECT id, labels
FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
  AND seen_at < :before AND NOT starts_with(fingerprint, 'orgconfig_lost_') AND NOT EXISTS (
    SELECT FROM unnest(:fingerprints::text[]) AS reported (fingerprint)
    WHERE reported.fingerprint = alerts.fingerprint
  )
ORDER BY id
FOR UPDATE
