-- What was done to rows between two moments, the newest first, how much it was, and the rows where they are still
-- there. What a record with long values changed is left out. With a service: of the rows that name it, that named it when
-- they were changed, or that are about a component of it.
-- @result changes: Changes
-- @result total: !
SELECT record.sequence, record.at, record.actor_kind, record.actor_id, record.actor_name, record.door,
  record.action, record.resource, record.row_id, CASE WHEN octet_length(record.changes::text) <= 16384 THEN record.changes END AS changes, record.plan_id, record.run, row.configuration,
  count(*) OVER ()::integer AS total
FROM audit_records AS record
LEFT JOIN rows AS row ON row.organization_id = record.organization_id AND row.kind = record.resource
  AND row.id = record.row_id
WHERE record.organization_id = :organization_id AND record.at >= :since AND record.at < :until
  AND record.outcome = 'success' AND record.resource = ANY (:kinds::text[])
  AND (
    :service = ''
    OR EXISTS (
      SELECT FROM unnest(:naming::text[], :matches::jsonb[], :befores::jsonb[], :afters::jsonb[])
        AS given (kind, match, before, after)
      WHERE given.kind = record.resource AND (row.configuration @> given.match
        OR record.changes @> given.before OR record.changes @> given.after)
    )
    OR EXISTS (
      SELECT FROM row_references AS link
      JOIN rows AS component ON component.organization_id = link.organization_id AND component.kind = link.to_kind
        AND component.id = link.to_id
      WHERE link.organization_id = :organization_id AND link.kind = record.resource AND link.id = record.row_id
        AND link.to_kind = :components AND component.configuration ->> 'service' = :service
    )
  )
ORDER BY record.at DESC, record.sequence DESC
LIMIT :limit
