DELETE FROM alert_mute_starts WHERE organization_id = :organization_id AND mute_id = :mute_id
