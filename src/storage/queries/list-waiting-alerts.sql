-- Open alerts that nobody is at and no mute keeps back, those of the lesser severities last, and how many they are.
-- @result total: !
SELECT id, title, severity, service, started_at AS "startedAt",
  unconfirmed_since AS "unconfirmedSince", count(*) OVER ()::integer AS total
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND acknowledged_at IS NULL AND muted_by IS NULL
ORDER BY fingerprint <> :first_fingerprint, coalesce(severity = ANY (:lesser::text[]), false), started_at DESC, id DESC
LIMIT :limit
