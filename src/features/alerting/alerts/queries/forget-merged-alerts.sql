-- What was last seen before a moment, and has labels that an engine does not report.
DELETE FROM alert_overflows AS one
WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.seen_at < :before
  AND NOT EXISTS (
    SELECT FROM unnest(:fingerprints::text[]) AS reported (fingerprint) WHERE reported.fingerprint = one.fingerprint
  )
RETURNING one.fingerprint
