-- Of each of these rules, how many alerts it is yet to send, and how many of those wait for its target.
-- @result alerts, held: !
SELECT rule_id AS "ruleId", count(*)::integer AS alerts, count(held_until)::integer AS held
FROM alert_timers
WHERE organization_id = :organization_id AND rule_id = ANY (:rule_ids::text[])
GROUP BY rule_id
