INSERT INTO alert_timers (organization_id, alert_id, rule_id, step, due_at)
SELECT :organization_id, one.alert_id, one.rule_id, 1, now() + one.delay_seconds * interval '1 second'
FROM jsonb_to_recordset(:timers::jsonb) AS one (alert_id text, rule_id text, delay_seconds integer)
ON CONFLICT (organization_id, alert_id, rule_id) DO NOTHING
