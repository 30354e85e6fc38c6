-- The alerts of a connector that are kept back by one that has ended, or by an inhibition that has changed.
-- @result announced, waits: !
SELECT one.id, one.title, one.labels, one.announced_at IS NOT NULL AS announced,
  one.muted_by IS NOT NULL OR one.unconfirmed_since IS NOT NULL AS waits
FROM alerts AS one
WHERE one.organization_id = :organization_id AND one.connector_id = :connector_id AND one.inhibited_by IS NOT NULL
  AND one.resolved_at IS NULL AND NOT EXISTS (
    SELECT FROM alerts AS source
    WHERE source.organization_id = one.organization_id AND source.id = one.inhibiting_alert
      AND source.resolved_at IS NULL
  )
ORDER BY one.id
LIMIT :limit
FOR UPDATE OF one
