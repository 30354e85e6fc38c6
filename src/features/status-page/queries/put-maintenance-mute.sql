INSERT INTO maintenance_mutes (organization_id, incident_id, mute_id, services, starts_at, ends_at)
VALUES (:organization_id, :incident_id, :mute_id, :services, :starts_at, :ends_at)
ON CONFLICT (organization_id, incident_id) DO UPDATE SET
  mute_id = excluded.mute_id, services = excluded.services, starts_at = excluded.starts_at, ends_at = excluded.ends_at
