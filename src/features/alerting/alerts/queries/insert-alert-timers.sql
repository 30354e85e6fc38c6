-- None for an alert that somebody is at already, such as one that was acknowledged while it was muted.
INSERT INTO alert_timers (organization_id, alert_id, rule_id, step, due_at)
SELECT :organization_id, new.alert_id, new.rule_id, 1, now() + new.delay_seconds * interval '1 second'
FROM jsonb_to_recordset(:timers::jsonb) AS new (alert_id text, rule_id text, delay_seconds integer)
JOIN alerts AS one ON one.organization_id = :organization_id AND one.id = new.alert_id
WHERE one.acknowledged_at IS NULL AND one.resolved_at IS NULL
ON CONFLICT (organization_id, alert_id, rule_id) DO NOTHING
