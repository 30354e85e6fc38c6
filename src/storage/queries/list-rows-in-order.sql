-- Expired rows stay listed for 30 days.
SELECT id, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM rows
WHERE organization_id = $1 AND kind = $2
  AND (key_held_until IS NULL OR key_held_until > $7::timestamptz - interval '30 days')
  AND (cardinality($3::text[]) = 0 OR NOT EXISTS (
    SELECT FROM unnest($3::text[], $4::text[], $5::boolean[]) AS filter (field, value, fold)
    WHERE CASE WHEN fold THEN lower(configuration ->> field) ELSE configuration ->> field END
      IS DISTINCT FROM value
  ))
ORDER BY sort_key, id
LIMIT $6
