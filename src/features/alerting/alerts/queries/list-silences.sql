-- @result muteState: !
-- @result isSeenLately: !
SELECT one.connector_id AS "connectorId", one.silence_id AS "silenceId", one.mute_id AS "muteId",
  one.made_there AS "madeThere",
  CASE WHEN mute.id IS NULL THEN 'gone' WHEN mute.key_held_until > :now::timestamptz THEN 'active' ELSE 'over' END
    AS "muteState",
  one.seen_at > now() - interval '5 minutes' AS "isSeenLately"
FROM alert_silences AS one
LEFT JOIN rows AS mute ON mute.organization_id = one.organization_id AND mute.kind = :kind AND mute.id = one.mute_id
WHERE one.organization_id = :organization_id
ORDER BY one.connector_id, one.silence_id
