-- Records without a seal, and where $4 says so those that were refused one, too. copy_of is where the same
-- record stands, sealed or before this one: each is sealed once. Sequences that the service never gives are left out.
SELECT organization_id, sequence, at, actor_kind, actor_id, actor_name, door, action, resource, row_id,
  outcome, changes, request_id, address, id, waiting.code, waiting.refused, (
    SELECT twin.sequence FROM audit_records AS twin
    WHERE twin.organization_id = $1 AND twin.at = record.at
      AND (twin.id = record.id OR twin.sequence = record.sequence)
      AND (twin.sequence < record.sequence OR EXISTS (
        SELECT FROM audit_seals AS link WHERE link.organization_id = $1 AND link.sequence = twin.sequence
      ))
    LIMIT 1
  ) AS copy_of
FROM (
  SELECT organization_id, sequence, code, false AS refused FROM audit_outbox
  WHERE organization_id = $1 AND sequence > $2 AND sequence <= 9007199254740991
  UNION ALL
  SELECT organization_id, sequence, code, true FROM audit_refused
  WHERE organization_id = $1 AND sequence > $2 AND sequence <= 9007199254740991 AND $4::boolean
) AS waiting JOIN audit_records AS record USING (organization_id, sequence)
ORDER BY sequence
LIMIT $3
