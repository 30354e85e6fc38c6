DELETE FROM alert_timers AS timer
USING jsonb_to_recordset(:timers::jsonb) AS ended (organization_id text, alert_id text, rule_id text)
WHERE timer.organization_id = ended.organization_id AND timer.alert_id = ended.alert_id
  AND timer.rule_id = ended.rule_id
