SELECT sequence FROM audit_records AS record
WHERE organization_id = $1
  AND NOT EXISTS (SELECT FROM audit_seals AS link WHERE link.organization_id = $1 AND link.sequence = record.sequence)
  AND NOT EXISTS (SELECT FROM audit_outbox AS entry WHERE entry.organization_id = $1 AND entry.sequence = record.sequence)
ORDER BY sequence
LIMIT $2
