INSERT INTO alert_mute_summaries (organization_id, mute_id, ends_at) VALUES (:organization_id, :mute_id, :ends_at)
