-- Later than so the usual report has come as well.
SELECT id FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
  AND unconfirmed_since > now() - interval '5 minutes'
LIMIT 1
