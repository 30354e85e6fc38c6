-- What waits to be done by whichever node comes first: seals of audit records, and timers of alerts that are due.
-- The oldest record is among the first of each organization.
-- @result records, recordSeconds, timers, timerSeconds: !
WITH RECURSIVE first AS (
  (SELECT organization_id, sequence FROM audit_outbox ORDER BY organization_id, sequence LIMIT 1)
  UNION ALL
  SELECT next.organization_id, next.sequence FROM first CROSS JOIN LATERAL (
    SELECT organization_id, sequence FROM audit_outbox
    WHERE organization_id > first.organization_id
    ORDER BY organization_id, sequence
    LIMIT 1
  ) AS next
)
SELECT
  (SELECT count(*)::integer FROM audit_outbox) AS records,
  coalesce((
    SELECT extract(epoch FROM now() - min(audit_records.at)) FROM first
    JOIN audit_records USING (organization_id, sequence)
  ), 0)::double precision AS "recordSeconds",
  (SELECT count(*)::integer FROM alert_timers WHERE due_at <= now()) AS timers,
  coalesce((
    SELECT extract(epoch FROM now() - min(due_at)) FROM alert_timers WHERE due_at <= now()
  ), 0)::double precision AS "timerSeconds"
