-- An entry whose sequence the service never gives keeps no record from being an orphan.
SELECT sequence FROM audit_records AS record
WHERE organization_id = :organization_id
  AND NOT EXISTS (
    SELECT FROM audit_seals AS link
    WHERE link.organization_id = :organization_id AND link.sequence = record.sequence
  )
  AND (sequence NOT BETWEEN 1 AND 9007199254740991 OR NOT EXISTS (
    SELECT FROM audit_outbox AS entry
    WHERE entry.organization_id = :organization_id AND entry.sequence = record.sequence
    UNION ALL
    SELECT FROM audit_refused AS entry
    WHERE entry.organization_id = :organization_id AND entry.sequence = record.sequence
  ))
ORDER BY sequence
LIMIT :limit
