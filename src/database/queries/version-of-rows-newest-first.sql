-- Differs whenever the whole list of list-rows-newest-first.sql does: the versions of its rows, in short.
-- @result version: !
SELECT md5(coalesce(string_agg(version, ' '), '')) AS version
FROM (
  SELECT revision || ' ' || updated_at || ' ' || state AS version
  FROM rows
  WHERE organization_id = :organization_id AND kind = :kind
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  ORDER BY id DESC
  LIMIT :limit
) AS listed
