-- What another node has in hand is passed over, and so is an alert that is just being changed: the next look finds it
-- as it is then. Nothing here waits, so that nothing can wait for it in a circle. Whoever ends or acknowledges an alert
-- removes its timers.
-- @result now: !
SELECT timer.organization_id AS "organizationId", timer.alert_id AS "alertId", timer.rule_id AS "ruleId", timer.step,
  timer.held_until AS "heldUntil", one.labels, now() AS now
FROM alert_timers AS timer
JOIN alerts AS one ON one.organization_id = timer.organization_id AND one.id = timer.alert_id
WHERE timer.due_at <= now() AND one.muted_by IS NULL AND one.inhibited_by IS NULL AND one.unconfirmed_since IS NULL
ORDER BY timer.due_at
LIMIT :limit
FOR UPDATE OF timer SKIP LOCKED
FOR NO KEY UPDATE OF one SKIP LOCKED
