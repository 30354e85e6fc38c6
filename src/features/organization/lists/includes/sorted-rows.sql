-- The rows of a list, with what they are sorted by. Expired rows stay listed for 30 days.
-- @param sort_field, sort_default, sort_sight: nullable
SELECT id, sort_key,
  CASE :sort_as::text WHEN 'rank' THEN coalesce(array_position(:ranks::text[], value), 1000) END AS place,
  CASE :sort_as::text WHEN 'number' THEN value::double precision END AS number,
  CASE :sort_as::text WHEN 'text' THEN lower(value) COLLATE "C" END AS word,
  CASE :sort_as::text WHEN 'updated' THEN updated_at WHEN 'created' THEN created_at END AS moment
FROM rows, LATERAL (
  SELECT shown_value(
    configuration, state, :sort_in_state, :sort_field, :sort_default, :sort_sight::text::jsonb, :now
  ) AS value
) AS sorted
WHERE organization_id = :organization_id AND kind = :kind
  AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
