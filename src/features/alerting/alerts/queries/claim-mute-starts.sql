-- What another node has in hand is passed over.
SELECT organization_id AS "organizationId", mute_id AS "muteId"
FROM alert_mute_starts
WHERE starts_at <= now()
ORDER BY starts_at
LIMIT :limit
FOR UPDATE SKIP LOCKED
