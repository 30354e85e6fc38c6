-- As soon as it is known of each alert whether it is still on; after a quarter of an hour in any case.
SELECT due.organization_id AS "organizationId", due.mute_id AS "muteId"
FROM alert_mute_summaries AS due
WHERE due.ends_at <= now() AND (due.ends_at < now() - interval '15 minutes' OR NOT EXISTS (
  SELECT FROM alerts AS one
  WHERE one.organization_id = due.organization_id AND one.last_muted_by = due.mute_id AND one.resolved_at IS NULL
    AND (one.muted_by IS NOT NULL OR one.unconfirmed_since IS NOT NULL)
))
ORDER BY due.ends_at
LIMIT :limit
