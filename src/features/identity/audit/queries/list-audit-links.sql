-- Positions that a number cannot hold are left to the count of links, which then does not add up.
SELECT link.position, link.seal, link.sequence AS link_sequence, record.organization_id, record.sequence,
  record.at,
  record.actor_kind, record.actor_id, record.actor_name, record.door, record.action, record.resource,
  record.row_id, record.outcome, record.changes, record.request_id, record.address, record.id,
  record.plan_id, record.plan_records, record.run
FROM audit_seals AS link
LEFT JOIN audit_records AS record USING (organization_id, sequence)
WHERE link.organization_id = :organization_id AND link.position > :after AND link.position <= 9007199254740991
ORDER BY link.position
LIMIT :limit
