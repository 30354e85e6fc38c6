-- The ids of the rows of a list that a search finds, and how many they are. Forwards: in the order of their keys where no field says otherwise.
-- Up to five filters: the field's values, joined by U+0001; U+0002 is a row without a value.
-- A target is a row that is found itself, and by what points at it. Expired rows stay listed for 30 days.
-- @param sort_field, sort_default, sort_sight, managed_by, target_id: nullable
-- @result total: !
WITH found AS MATERIALIZED (
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
    AND (cardinality(:patterns::text[]) = 0
      OR coalesce(search_text, searched_text(configuration)) LIKE ALL (:patterns::text[]))
    AND (:target_id::text IS NULL OR id = :target_id OR id IN (
      SELECT link.id FROM row_references link
      WHERE link.organization_id = :organization_id AND link.to_kind = ANY (:target_kinds::text[])
        AND link.to_id = :target_id AND link.kind = :kind
    ))
    AND (:managed_by::text IS NULL OR coalesce(managed_by, E'\x02') = ANY (string_to_array(:managed_by, E'\x01')))
    AND (cardinality(:fields::text[]) < 1 OR coalesce(nullif(shown_value(
      configuration, state, (:in_state::boolean[])[1], (:fields::text[])[1], (:defaults::text[])[1],
      nullif((:sights::text[])[1], '')::jsonb, :now), ''), E'\x02') = ANY (string_to_array((:values::text[])[1], E'\x01')))
    AND (cardinality(:fields::text[]) < 2 OR coalesce(nullif(shown_value(
      configuration, state, (:in_state::boolean[])[2], (:fields::text[])[2], (:defaults::text[])[2],
      nullif((:sights::text[])[2], '')::jsonb, :now), ''), E'\x02') = ANY (string_to_array((:values::text[])[2], E'\x01')))
    AND (cardinality(:fields::text[]) < 3 OR coalesce(nullif(shown_value(
      configuration, state, (:in_state::boolean[])[3], (:fields::text[])[3], (:defaults::text[])[3],
      nullif((:sights::text[])[3], '')::jsonb, :now), ''), E'\x02') = ANY (string_to_array((:values::text[])[3], E'\x01')))
    AND (cardinality(:fields::text[]) < 4 OR coalesce(nullif(shown_value(
      configuration, state, (:in_state::boolean[])[4], (:fields::text[])[4], (:defaults::text[])[4],
      nullif((:sights::text[])[4], '')::jsonb, :now), ''), E'\x02') = ANY (string_to_array((:values::text[])[4], E'\x01')))
    AND (cardinality(:fields::text[]) < 5 OR coalesce(nullif(shown_value(
      configuration, state, (:in_state::boolean[])[5], (:fields::text[])[5], (:defaults::text[])[5],
      nullif((:sights::text[])[5], '')::jsonb, :now), ''), E'\x02') = ANY (string_to_array((:values::text[])[5], E'\x01')))
), page AS (
  SELECT * FROM found
  ORDER BY place, number, word, moment, sort_key, id
  LIMIT :limit OFFSET :offset
)
SELECT id, (SELECT count(*)::integer FROM found) AS total
FROM page
ORDER BY place, number, word, moment, sort_key, id
