-- Each by its first record that waits, so that a long queue is not read to its end.
-- @plan: each time
-- @result organization_id: !
WITH RECURSIVE waiting AS (
  (SELECT organization_id FROM audit_outbox
  WHERE organization_id > :after
  ORDER BY organization_id
  LIMIT 1)
  UNION ALL
  SELECT next.organization_id FROM waiting CROSS JOIN LATERAL (
    SELECT organization_id FROM audit_outbox
    WHERE organization_id > waiting.organization_id
    ORDER BY organization_id
    LIMIT 1
  ) AS next
)
SELECT organization_id FROM waiting LIMIT :limit
