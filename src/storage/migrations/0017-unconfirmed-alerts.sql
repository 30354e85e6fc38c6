-- Since when an alert is not known to be still on: its mute ended then, and no report has had it since. Alertmanager sends
-- no end of an alert that is silenced. Until a report has it, nobody is notified of it.
ALTER TABLE alerts ADD COLUMN unconfirmed_since timestamptz(3);
CREATE INDEX alerts_unconfirmed ON alerts (organization_id, connector_id)
  WHERE unconfirmed_since IS NOT NULL AND resolved_at IS NULL;
