-- @result sealed: !
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records, run, EXISTS (
    SELECT FROM audit_seals AS link
    WHERE link.organization_id = :organization_id AND link.sequence = record.sequence
  ) AS sealed
FROM audit_records AS record
WHERE organization_id = :organization_id AND plan_id = :plan_id
ORDER BY sequence
