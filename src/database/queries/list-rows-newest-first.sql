-- Ids begin with the time they were made. Expired rows stay listed for 30 days.
-- @param managed_by: nullable
-- @result version, text: !
SELECT id, managed_by, revision, revision || ' ' || updated_at || ' ' || state AS version,
  json_build_array(natural_key, configuration, secrets, state, created_at, updated_at)::text AS text
FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
  AND id < :before_id
  AND (cardinality(:filter_fields::text[]) = 0 OR NOT EXISTS (
    SELECT
    FROM unnest(:filter_fields::text[], :filter_values::text[], :filter_folds::boolean[])
      AS filter (field, value, fold)
    WHERE CASE WHEN fold THEN lower(configuration ->> field) ELSE configuration ->> field END
      IS DISTINCT FROM value
  ))
  AND (:managed_by::text IS NULL OR coalesce(managed_by, '') = :managed_by)
ORDER BY id DESC
LIMIT :limit
