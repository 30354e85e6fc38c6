-- The names that rows hold and that may be this one in another case, with blanks at the ends, or with a slip. Expired rows are left out when lists leave them out.
-- @result service: !
SELECT DISTINCT name #>> '{}' AS service
FROM unnest(:kinds::text[], :paths::text[]) AS given (kind, path)
JOIN rows ON organization_id = :organization_id AND rows.kind = given.kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
CROSS JOIN LATERAL jsonb_path_query(configuration, given.path::jsonpath) AS name
WHERE abs(length(btrim(name #>> '{}')) - length(btrim(:service))) <= 1
ORDER BY service
