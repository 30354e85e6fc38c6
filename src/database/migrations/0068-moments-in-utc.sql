-- Moments are stored in UTC with Z from now on. Rows from before are read so; where one is part of the natural key it has
-- to be stored so too, or else the row would not be found by its key. Of two rows with one instant the later keeps its text.
WITH corrections AS (
  SELECT organization_id, id, created_at, natural_key, sort_key, configuration->>'starts_at' AS was,
    to_char((configuration->>'starts_at')::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS')
      || coalesce(substring(configuration->>'starts_at' FROM '\.[0-9]+'), '') || 'Z' AS utc
  FROM rows
  WHERE kind = 'slo_corrections' AND natural_key IS NOT NULL AND configuration->>'starts_at' !~ '^.{10}T.*Z$'
), keyed AS (
  SELECT DISTINCT ON (organization_id, key) organization_id, id, utc, key,
    replace(sort_key, E'\x01\x01' || was || E'\x01\x01', E'\x01\x01' || utc || E'\x01\x01') AS sorted
  FROM corrections, LATERAL (
    SELECT replace(natural_key, E'\x01\x01' || was || E'\x01\x01', E'\x01\x01' || utc || E'\x01\x01') AS key
  ) AS made
  ORDER BY organization_id, key, created_at, id
)
UPDATE rows
SET natural_key = keyed.key, sort_key = keyed.sorted,
  configuration = configuration || jsonb_build_object('starts_at', keyed.utc)
FROM keyed
WHERE rows.organization_id = keyed.organization_id AND rows.kind = 'slo_corrections' AND rows.id = keyed.id
  AND NOT EXISTS (
    SELECT FROM rows AS other
    WHERE other.organization_id = rows.organization_id AND other.kind = 'slo_corrections'
      AND other.natural_key = keyed.key
  );
