-- After its end an alert that fires is another one, also where fingerprint and beginning are as before.
ALTER TABLE alerts DROP CONSTRAINT alerts_once;
CREATE INDEX alerts_known ON alerts (organization_id, connector_id, fingerprint, started_at);

-- Somebody ended it here, and its engine has not said its end yet: what it repeats until then opens nothing.
ALTER TABLE alerts ADD COLUMN goes_on boolean NOT NULL DEFAULT false;

-- Firings that look like a late word of before an end. The engine is asked; in doubt they are taken in when they are due.
CREATE TABLE held_firings (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  connector_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  started_at timestamptz(3) NOT NULL,
  receiver text NOT NULL,
  group_key text COLLATE "C" NOT NULL,
  group_labels jsonb NOT NULL,
  said jsonb NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, connector_id, fingerprint, started_at, group_key)
);
CREATE INDEX held_firings_due ON held_firings (due_at);
