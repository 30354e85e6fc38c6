-- Since when an alert is not known to be still on: its mute ended then, and no report has had it since. Alertmanager sends
-- no end of an alert that is silenced. Until a report has it, nobody is notified of it.
ALTER TABLE alerts ADD COLUMN unconfirmed_since timestamptz(3);
CREATE INDEX alerts_unconfirmed ON alerts (organization_id, connector_id)
  WHERE unconfirmed_since IS NOT NULL AND resolved_at IS NULL;

-- The mute that kept it back last: what began and ended under it can be summed up.
ALTER TABLE alerts ADD COLUMN last_muted_by text COLLATE "C";
UPDATE alerts SET last_muted_by = muted_by WHERE muted_by IS NOT NULL;
CREATE INDEX alerts_last_muted ON alerts (organization_id, last_muted_by) WHERE last_muted_by IS NOT NULL;

-- Mutes at whose end one message names what began and ended under them.
CREATE TABLE alert_mute_summaries (
  organization_id text COLLATE "C" NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  mute_id text COLLATE "C" NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, mute_id)
);
CREATE INDEX alert_mute_summaries_ends ON alert_mute_summaries (ends_at);
