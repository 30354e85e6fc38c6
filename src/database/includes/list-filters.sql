-- Exact filters on settings, and on the set that owns a row. A row from before a setting was there reads its fallback.
-- @param managed_by: nullable
  AND (cardinality(:filter_fields::text[]) = 0 OR NOT EXISTS (
    SELECT
    FROM unnest(:filter_fields::text[], :filter_values::text[], :filter_folds::boolean[], :filter_fallbacks::text[])
      AS filter (field, value, fold, fallback)
    WHERE CASE WHEN fold THEN lower(configuration ->> field)
      WHEN configuration ? field THEN configuration ->> field ELSE fallback END
      IS DISTINCT FROM value
  ))
  AND (:managed_by::text IS NULL OR coalesce(managed_by, '') = :managed_by)
