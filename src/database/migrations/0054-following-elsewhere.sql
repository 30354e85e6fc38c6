-- When it is looked at whether what was sent elsewhere of an alert that reached nobody has arrived; null where there is
-- nothing to follow.
ALTER TABLE alerts ADD COLUMN elsewhere_due_at timestamptz(3);
CREATE INDEX alerts_elsewhere_due ON alerts (organization_id, id) WHERE elsewhere_due_at IS NOT NULL AND resolved_at IS NULL;
