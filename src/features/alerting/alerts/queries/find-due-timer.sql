-- Whether there is anything to claim: mostly there is nothing, and no transaction is begun for it.
SELECT alert_id AS "alertId" FROM alert_timers WHERE due_at <= now() LIMIT 1
