-- With a service: of the rows that name it, that named it when they were changed, or that are about a component of it.
-- @param actor, action, door, run, since, until, service: nullable
  AND (:actor::text IS NULL OR actor_id = :actor OR actor_name = :actor)
  AND (:action::text IS NULL OR action = :action)
  AND (:door::text IS NULL OR door = :door)
  AND (:run::text IS NULL OR run = :run)
  AND (:since::timestamptz IS NULL OR at >= :since)
  AND (:until::timestamptz IS NULL OR at < :until)
  AND (
    :service::text IS NULL
    OR EXISTS (
      SELECT FROM unnest(:naming::text[], :matches::jsonb[], :befores::jsonb[], :afters::jsonb[])
        AS given (kind, match, before, after)
      LEFT JOIN rows AS named_row ON named_row.organization_id = :organization_id AND named_row.kind = given.kind
        AND named_row.id = audit_records.row_id
      WHERE given.kind = audit_records.resource AND (named_row.configuration @> given.match
        OR audit_records.changes @> given.before OR audit_records.changes @> given.after)
    )
    OR EXISTS (
      SELECT FROM row_references AS link
      JOIN rows AS component ON component.organization_id = link.organization_id AND component.kind = link.to_kind
        AND component.id = link.to_id
      WHERE link.organization_id = :organization_id AND link.kind = audit_records.resource
        AND link.id = audit_records.row_id AND link.to_kind = :components
        AND component.configuration ->> 'service' = :service
    )
  )
ORDER BY sequence DESC
LIMIT :limit
