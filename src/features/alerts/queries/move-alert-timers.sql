UPDATE alert_timers AS timer
SET step = moved.step, due_at = moved.due_at
FROM jsonb_to_recordset(:timers::jsonb) AS moved (organization_id text, alert_id text, rule_id text, step integer,
  due_at timestamptz)
WHERE timer.organization_id = moved.organization_id AND timer.alert_id = moved.alert_id
  AND timer.rule_id = moved.rule_id
