-- Moments to come that rows name in fields of theirs, the next one first. With a service: of rows that name it or are about
-- a component of it, and of all mutes, whose matchers are read elsewhere.
-- @result what, at: !
SELECT kind, id, what, configuration, at
FROM (
  SELECT rows.kind, rows.id, moment.what, rows.configuration,
    coalesce(rows.configuration ->> moment.field, rows.state ->> moment.field)::timestamptz AS at
  FROM unnest(:kinds::text[], :fields::text[], :whats::text[]) AS moment (kind, field, what)
  JOIN rows ON rows.organization_id = :organization_id AND rows.kind = moment.kind
  WHERE :service = '' OR rows.kind = :mutes
    OR EXISTS (
      SELECT FROM unnest(:naming::text[], :matches::jsonb[]) AS given (kind, match)
      WHERE given.kind = rows.kind AND rows.configuration @> given.match
    )
    OR EXISTS (
      SELECT FROM row_references AS link
      JOIN rows AS component ON component.organization_id = link.organization_id AND component.kind = link.to_kind
        AND component.id = link.to_id
      WHERE link.organization_id = :organization_id AND link.kind = rows.kind AND link.id = rows.id
        AND link.to_kind = :components AND component.configuration ->> 'service' = :service
    )
) AS named
WHERE at > :now AND at <= :until
ORDER BY at, kind, id
LIMIT :limit
