UPDATE alert_timers AS timer
SET step = moved.step, due_at = moved.due_at, held_until = moved.held_until
FROM jsonb_to_recordset(:timers::jsonb) AS moved (organization_id text, alert_id text, rule_id text, step integer,
  due_at timestamptz, held_until timestamptz)
WHERE timer.organization_id = moved.organization_id AND timer.alert_id = moved.alert_id
  AND timer.rule_id = moved.rule_id
