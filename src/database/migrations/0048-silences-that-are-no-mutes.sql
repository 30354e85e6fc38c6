-- What of a connector's engine no mute stands for: how many silences, and the first of them. A forecast says so.
CREATE TABLE unheld_silences (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  count integer NOT NULL,
  named jsonb NOT NULL,
  PRIMARY KEY (organization_id, connector_id)
);
