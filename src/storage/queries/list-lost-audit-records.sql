SELECT sequence FROM (
  SELECT sequence FROM audit_outbox WHERE organization_id = $1
  UNION ALL
  SELECT sequence FROM audit_refused WHERE organization_id = $1
) AS entry
WHERE NOT EXISTS (SELECT FROM audit_records AS record WHERE record.organization_id = $1 AND record.sequence = entry.sequence)
ORDER BY sequence
LIMIT $2
