-- Where alerts are kept back by a mute that has ended, whose hours have ended, or that is gone.
SELECT DISTINCT one.organization_id AS "organizationId", one.connector_id AS "connectorId"
FROM alerts AS one
WHERE one.muted_by IS NOT NULL AND one.resolved_at IS NULL AND (one.muted_until <= now() OR NOT EXISTS (
  SELECT FROM rows AS mute
  WHERE mute.organization_id = one.organization_id AND mute.kind = :kind AND mute.id = one.muted_by
    AND (mute.key_held_until IS NULL OR mute.key_held_until > now())
))
LIMIT :limit
