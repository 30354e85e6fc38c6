-- Open alerts that nobody is at and that nothing keeps back, but for those with the first fingerprint, those of the lesser severities last, and how many they are.
-- @result total: !
SELECT id, fingerprint, title, severity, service, started_at AS "startedAt", muted_by AS "mutedBy",
  unconfirmed_since AS "unconfirmedSince", count(*) OVER ()::integer AS total
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND acknowledged_at IS NULL
  AND drill_id IS NULL AND inhibited_by IS NULL AND (muted_by IS NULL OR fingerprint = :first_fingerprint)
ORDER BY fingerprint <> :first_fingerprint, coalesce(severity = ANY (:lesser::text[]), false), started_at DESC, id DESC
LIMIT :limit
