SELECT sequence FROM audit_outbox AS entry
WHERE organization_id = $1
  AND NOT EXISTS (SELECT FROM audit_records AS record WHERE record.organization_id = $1 AND record.sequence = entry.sequence)
ORDER BY sequence
LIMIT $2
