-- The rows that a search finds. Up to five filters: the field's values, joined by U+0001; U+0002 is a row without a value.
-- A target is a row that is found itself, and by what points at it.
-- @param managed_by, target_id: nullable
WITH found AS MATERIALIZED (
  -- @include sorted-rows
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
)
