-- Exact filters on fields of the natural key, and on the set that owns a row.
-- @param managed_by: nullable
  AND (cardinality(:filter_fields::text[]) = 0 OR NOT EXISTS (
    SELECT
    FROM unnest(:filter_fields::text[], :filter_values::text[], :filter_folds::boolean[])
      AS filter (field, value, fold)
    WHERE CASE WHEN fold THEN lower(configuration ->> field) ELSE configuration ->> field END
      IS DISTINCT FROM value
  ))
  AND (:managed_by::text IS NULL OR coalesce(managed_by, '') = :managed_by)
