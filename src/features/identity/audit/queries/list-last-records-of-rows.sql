-- The newest change of each of these rows, by the index of rows' histories. What was said of a proposal stands in the
-- history of its rows as well, and changes none of them: that is what holds `lines`.
SELECT record.organization_id, record.sequence, record.at, record.actor_kind, record.actor_id, record.actor_name,
  record.door, record.action, record.resource, record.row_id, record.outcome, record.changes, record.request_id,
  record.address, record.id, record.plan_id, record.plan_records, record.run
FROM unnest(:kinds::text[], :ids::text[]) AS wanted (kind, row_id)
CROSS JOIN LATERAL (
  SELECT * FROM audit_records
  WHERE organization_id = :organization_id AND resource = wanted.kind AND audit_records.row_id = wanted.row_id
    AND outcome = 'success' AND NOT changes @> :lines::jsonb
  ORDER BY sequence DESC
  LIMIT 1
) AS record
