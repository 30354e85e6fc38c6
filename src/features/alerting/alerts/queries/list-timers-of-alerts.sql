-- In the order in which they are due.
SELECT alert_id AS "alertId", rule_id AS "ruleId", step, due_at AS "dueAt", held_until AS "heldUntil"
FROM alert_timers
WHERE organization_id = :organization_id AND alert_id = ANY (:alert_ids::text[])
ORDER BY due_at, rule_id
