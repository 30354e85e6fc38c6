-- Until when the mute keeps it back without a break: the end of its hours, or its own.
ALTER TABLE alerts ADD muted_until timestamptz(3);
UPDATE alerts SET muted_until = mute.key_held_until
FROM rows AS mute
WHERE alerts.muted_by IS NOT NULL AND alerts.resolved_at IS NULL AND mute.organization_id = alerts.organization_id
  AND mute.kind = 'alert_mutes' AND mute.id = alerts.muted_by;

-- What it keeps back while it is open: keys of inhibitions and of the values of their equal labels.
ALTER TABLE alerts ADD source_keys text[] COLLATE "C";
CREATE INDEX alerts_sources ON alerts USING gin (source_keys) WHERE resolved_at IS NULL;

-- The inhibition and the alert that keep it back. Without that alert it is to be looked at again.
ALTER TABLE alerts ADD inhibited_by text COLLATE "C", ADD inhibiting_alert text COLLATE "C";
CREATE INDEX alerts_inhibited ON alerts (organization_id, connector_id)
  WHERE inhibited_by IS NOT NULL AND resolved_at IS NULL;

-- The mute of its route that kept back what the route would have sent, and until when.
ALTER TABLE alert_routings ADD muted_by text COLLATE "C", ADD muted_until timestamptz(3);
CREATE INDEX alert_routings_muted ON alert_routings (muted_until) WHERE muted_by IS NOT NULL;

-- When mutes begin to hold next: later, or again.
CREATE TABLE alert_mute_starts (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  mute_id text COLLATE "C" NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, mute_id)
);
CREATE INDEX alert_mute_starts_due ON alert_mute_starts (starts_at);
