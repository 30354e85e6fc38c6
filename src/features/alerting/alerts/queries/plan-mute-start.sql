INSERT INTO alert_mute_starts (organization_id, mute_id, starts_at) VALUES (:organization_id, :mute_id, :starts_at)
ON CONFLICT (organization_id, mute_id) DO UPDATE SET starts_at = excluded.starts_at
