-- What is kept of alerts that have ended, for replays: their labels once for each set of them, and the rest in short.
CREATE TABLE alert_label_sets (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  hash bytea NOT NULL,
  labels jsonb NOT NULL,
  bytes integer NOT NULL,
  -- The latest end of an alert with these labels.
  last_ended_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, hash)
);
CREATE INDEX alert_label_sets_by_end ON alert_label_sets (organization_id, last_ended_at);

CREATE TABLE alert_history (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  connector_id text COLLATE "C" NOT NULL,
  label_set bytea NOT NULL,
  title text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  acknowledged_at timestamptz(3),
  -- What was sent of it: the route or rule, the step of a rule (0 for a route), and the target; "email" for a mailbox.
  sent text[] NOT NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, label_set) REFERENCES alert_label_sets (organization_id, hash) ON DELETE CASCADE
);
CREATE INDEX alert_history_by_start ON alert_history (organization_id, started_at, id);
CREATE INDEX alert_history_by_end ON alert_history (organization_id, ended_at);
CREATE INDEX alert_history_by_labels ON alert_history (organization_id, label_set);

-- Up to when the history of an organization has gaps, because it grew beyond its bounds or began then.
CREATE TABLE alert_history_cuts (
  organization_id text COLLATE "C" PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  cut_at timestamptz(3) NOT NULL
);

-- Ended alerts of before are put into the history after the start; older ones than these are gone.
ALTER TABLE alerts ADD in_history boolean NOT NULL DEFAULT false;
CREATE INDEX alerts_to_history ON alerts (closed_at) WHERE closed_at IS NOT NULL AND NOT in_history;
INSERT INTO alert_history_cuts (organization_id, cut_at)
SELECT DISTINCT organization_id, now() - interval '30 days' FROM alerts;
