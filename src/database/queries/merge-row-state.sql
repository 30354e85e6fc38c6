-- The counter moves here and not in the program, so that no report is lost to another at the same time.
-- A look at the row that it holds already, or an older one, was counted. Figures of one span are one record: the last say.
-- Where the kind keeps when each value was measured, a value of a later time stays, and its figure too.
-- That nobody knows a state any more is as old as its last measurement.
-- @param count_field, count_by, count_seen, figures, measured_field, measured_at, lost_state: nullable
WITH merged AS (
  UPDATE rows SET moved = moved OR rows.xmin <> pg_current_xact_id()::xid, state = CASE WHEN :measured_at::text IS NULL THEN state || :state::jsonb ELSE (
    SELECT state || coalesce(jsonb_object_agg(key, value), '{}') || jsonb_build_object(
      'measured_at', coalesce(state -> 'measured_at', '{}')
        || coalesce(jsonb_object_agg(key, moment) FILTER (WHERE key <> :measured_field::text), '{}'))
    FROM jsonb_each(:state::jsonb), coalesce(
      CASE WHEN :lost_state::text IS NOT NULL
        THEN coalesce(state -> 'measured_at' ->> :lost_state, state ->> :measured_field) END,
      :measured_at) AS moment
    WHERE (CASE WHEN key = :measured_field THEN state ->> key ELSE state -> 'measured_at' ->> key END)::timestamptz
      > moment::timestamptz IS NOT TRUE
  ) END || CASE
    WHEN (:state::jsonb ->> :count_seen::text)::timestamptz <= (state ->> :count_seen::text)::timestamptz THEN '{}'
    WHEN :count_by::text = 'raise' THEN jsonb_build_object(:count_field::text, coalesce((state ->> :count_field)::bigint, 0) + 1)
    WHEN :count_by::text = 'reset' THEN jsonb_build_object(:count_field::text, 0)
    ELSE '{}' END
  WHERE organization_id = :organization_id AND kind = :kind AND id = :id
  RETURNING kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at
), reported AS (
  SELECT kind, id, (
    SELECT jsonb_object_agg(key, value) FROM jsonb_each(:figures::jsonb)
    WHERE :measured_at IS NULL OR state -> 'measured_at' ->> key = :measured_at
  ) AS figures
  FROM merged
), kept AS (
  INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
  SELECT :organization_id, kind, id, 300, date_bin('5 minutes', :at::timestamptz, '2000-01-01Z'), 1, figures
  FROM reported
  WHERE figures IS NOT NULL
  ON CONFLICT (organization_id, kind, id, span, at) DO UPDATE SET figures = figures.figures || EXCLUDED.figures
)
SELECT kind, id, natural_key, configuration, secrets, state, revision, managed_by, created_at, updated_at FROM merged
