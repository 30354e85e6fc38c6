CREATE INDEX alerts_open_of_service ON alerts (organization_id, service) WHERE resolved_at IS NULL;

-- The incident that alerts have opened for a component of a status page, while it follows them.
CREATE TABLE alert_incidents (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  incident_id text COLLATE "C" NOT NULL,
  -- Of the incident when the service wrote it last: with another one, somebody else has written it since.
  revision text COLLATE "C" NOT NULL,
  -- How often it was opened again after its alerts had ended.
  reopened integer NOT NULL,
  -- Since when no alert is open.
  quiet_since timestamptz(3),
  -- The update that people are asked to publish.
  proposed_at timestamptz(3),
  proposed_body text,
  PRIMARY KEY (organization_id, kind, id),
  FOREIGN KEY (organization_id, kind, id) REFERENCES rows (organization_id, kind, id) ON DELETE CASCADE
);
CREATE INDEX alert_incidents_of ON alert_incidents (organization_id, incident_id);

-- The mute that a maintenance has asked for.
CREATE TABLE maintenance_mutes (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  incident_id text COLLATE "C" NOT NULL,
  mute_id text COLLATE "C" NOT NULL,
  services text[] NOT NULL,
  starts_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, incident_id)
);
