-- Moments to come that rows name in fields of theirs, the next one first.
-- @result what, at: !
SELECT kind, id, what, configuration, at
FROM (
  SELECT rows.kind, rows.id, moment.what, rows.configuration,
    coalesce(rows.configuration ->> moment.field, rows.state ->> moment.field)::timestamptz AS at
  FROM unnest(:kinds::text[], :fields::text[], :whats::text[]) AS moment (kind, field, what)
  JOIN rows ON rows.organization_id = :organization_id AND rows.kind = moment.kind
) AS named
WHERE at > :now AND at <= :until
ORDER BY at, kind, id
LIMIT :limit
