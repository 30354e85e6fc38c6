-- The names that rows hold and that may be this one in another case, with blanks at the ends, or with a slip. Expired rows are left out when lists leave them out.
-- A setting that is the name itself is read as it is: a path costs several times as much.
-- @result service: !
SELECT DISTINCT service
FROM (
  SELECT configuration ->> given.member AS service
  FROM unnest(:member_kinds::text[], :members::text[]) AS given (kind, member)
  JOIN rows ON organization_id = :organization_id AND rows.kind = given.kind
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  UNION ALL
  SELECT name #>> '{}'
  FROM unnest(:kinds::text[], :paths::text[]) AS given (kind, path)
  JOIN rows ON organization_id = :organization_id AND rows.kind = given.kind
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  CROSS JOIN LATERAL jsonb_path_query(configuration, given.path::jsonpath) AS name
) AS named
WHERE abs(length(btrim(service)) - length(btrim(:service))) <= 1
ORDER BY service
