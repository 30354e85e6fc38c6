UPDATE alert_mute_summaries SET ends_at = least(ends_at, now())
WHERE organization_id = :organization_id AND mute_id = :mute_id
