-- Records without a seal, and where with_refused says so those that were refused one, too. copy_of is
-- where the same record stands, sealed or before this one: each is sealed once. Sequences that the service
-- never gives are left out. Each side is limited by itself, so that a long queue is not read to its end for each batch.
-- @plan: each time
-- @result organization_id, sequence, refused: !
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, plan_id, plan_records, run, waiting.code, waiting.refused, COALESCE((
    SELECT link.sequence FROM audit_seals AS link
    WHERE link.organization_id = :organization_id AND link.sequence = record.sequence
  ), (
    SELECT twin.sequence FROM audit_records AS twin
    WHERE twin.organization_id = :organization_id AND twin.at = record.at AND twin.id = record.id
      AND twin.sequence <> record.sequence
      AND (twin.sequence < record.sequence OR EXISTS (
        SELECT FROM audit_seals AS link
        WHERE link.organization_id = :organization_id AND link.sequence = twin.sequence
      ))
    LIMIT 1
  )) AS copy_of
FROM (
  (SELECT organization_id, sequence, code, false AS refused
  FROM audit_outbox JOIN audit_records USING (organization_id, sequence)
  WHERE organization_id = :organization_id AND sequence > :after AND sequence <= 9007199254740991
  ORDER BY sequence
  LIMIT :limit)
  UNION ALL
  (SELECT organization_id, sequence, code, true
  FROM audit_refused JOIN audit_records USING (organization_id, sequence)
  WHERE organization_id = :organization_id AND sequence > :after AND sequence <= 9007199254740991
    AND :with_refused::boolean
  ORDER BY sequence
  LIMIT :limit)
) AS waiting JOIN audit_records AS record USING (organization_id, sequence)
ORDER BY sequence
LIMIT :limit
