-- Differs whenever the whole list of list-rows-newest-first.sql does: the versions of its rows, in short.
SELECT md5(coalesce(string_agg(version, ' '), '')) AS version
FROM (
  SELECT revision || ' ' || updated_at || ' ' || state AS version
  FROM rows
  WHERE organization_id = $1 AND kind = $2
    AND (key_held_until IS NULL OR key_held_until > $4::timestamptz - interval '30 days')
  ORDER BY id DESC
  LIMIT $3
) AS listed
