DELETE FROM alert_mute_summaries
WHERE organization_id = :organization_id AND mute_id = :mute_id
RETURNING mute_id AS "muteId"
