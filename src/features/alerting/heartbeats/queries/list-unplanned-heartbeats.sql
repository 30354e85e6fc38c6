-- @result cron, timeZone, signalAt: !
-- Those with a schedule whose next run was not worked out yet: all, or only these.
-- @param organization_id: nullable
-- @param ids: nullable
SELECT organization_id AS "organizationId", id, cron, time_zone AS "timeZone", signal_at AS "signalAt"
FROM heartbeats
WHERE cron IS NOT NULL AND expected_at IS NULL AND signal_at IS NOT NULL
  AND (:organization_id::text IS NULL OR organization_id = :organization_id::text AND id = ANY (:ids::text[]))
ORDER BY organization_id, id LIMIT :limit
