-- The counter moves here and not in the program, so that no report is lost to another at the same time.
-- A look at the row that it holds already, or an older one, was counted. Figures of one span are one record: the last say.
-- What is seen again and again keeps when each of its fields was measured; an older look replaces no newer one.
-- @param count_field, count_by, count_seen, measured_at, figures: nullable
WITH merged AS (
  UPDATE rows SET state = state || CASE
    WHEN :measured_at::timestamptz IS NULL THEN :state::jsonb
    ELSE (
      SELECT coalesce(jsonb_object_agg(given.key, given.value), '{}') || jsonb_build_object('measured_at',
        coalesce(rows.state -> 'measured_at', '{}') || coalesce(jsonb_object_agg(given.key, :measured_at::timestamptz), '{}'))
      FROM jsonb_each(:state::jsonb) AS given
      WHERE coalesce((rows.state -> 'measured_at' ->> given.key)::timestamptz <= :measured_at::timestamptz, true)
    ) END || CASE
    WHEN (:state::jsonb ->> :count_seen::text)::timestamptz <= (state ->> :count_seen::text)::timestamptz THEN '{}'
    WHEN :count_by::text = 'raise' THEN jsonb_build_object(:count_field::text, coalesce((state ->> :count_field)::bigint, 0) + 1)
    WHEN :count_by::text = 'reset' THEN jsonb_build_object(:count_field::text, 0)
    ELSE '{}' END
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id
  RETURNING kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
), kept AS (
  INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
  SELECT :organization_id, kind, id, 300, date_bin('5 minutes', :at::timestamptz, '2000-01-01Z'), 1, :figures::jsonb
  FROM merged
  WHERE :figures::jsonb IS NOT NULL
  ON CONFLICT (organization_id, kind, id, span, at) DO UPDATE SET figures = figures.figures || EXCLUDED.figures
)
SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at FROM merged
