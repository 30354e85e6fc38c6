-- Alerts that began when as many were open as a connector or an organization may have: one alert stands for them all.
CREATE TABLE alert_overflows (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  title text NOT NULL,
  began_at timestamptz(3) NOT NULL DEFAULT now(),
  -- By this database's clock: when it was last reported.
  seen_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, connector_id, fingerprint)
);

-- What is open and what is kept is counted, and the oldest of what is kept is removed.
CREATE INDEX alerts_open_of_connector ON alerts (organization_id, connector_id, fingerprint)
  WHERE resolved_at IS NULL;
CREATE INDEX alerts_closed_of_connector ON alerts (organization_id, connector_id, closed_at)
  WHERE closed_at IS NOT NULL;
CREATE INDEX alerts_closed_of_organization ON alerts (organization_id, closed_at) WHERE closed_at IS NOT NULL;
