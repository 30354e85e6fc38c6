-- @result sequence: !
SELECT sequence FROM (
  SELECT sequence FROM audit_outbox WHERE organization_id = :organization_id
  UNION ALL
  SELECT sequence FROM audit_refused WHERE organization_id = :organization_id
) AS entry
WHERE NOT EXISTS (
  SELECT FROM audit_records AS record
  WHERE record.organization_id = :organization_id AND record.sequence = entry.sequence
)
ORDER BY sequence
LIMIT :limit
