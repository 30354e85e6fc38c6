-- A page of a list in its own order. Expired rows stay listed for 30 days.
-- @result version, text: !
WITH page AS (
  SELECT id, sort_key
  FROM rows
  WHERE organization_id = :organization_id AND kind = :kind
    AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  ORDER BY sort_key, id
  LIMIT :limit OFFSET :offset
)
SELECT rows.id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM page
JOIN rows ON organization_id = :organization_id AND kind = :kind AND rows.id = page.id
ORDER BY page.sort_key, page.id
