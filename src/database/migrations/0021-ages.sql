-- Each reported value keeps when it was measured: of those that are there and have no time yet, when their row was last
-- seen; where no report ever said so, when its figures were last kept, or now. Times are written as doors show them, and
-- the one that is a field itself is kept there alone.
CREATE FUNCTION written_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

UPDATE rows SET state = rows.state || jsonb_build_object(field, seen.time, 'measured_at', (
  SELECT jsonb_object_agg(key, coalesce(written_time((rows.state -> 'measured_at' ->> key)::timestamptz), seen.time))
  FROM unnest(reported) AS key
))
FROM (
  SELECT organization_id, kind, id, field, reported, coalesce(state ->> field, written_time(coalesce((
    SELECT max(at) FROM figures
    WHERE figures.organization_id = stated.organization_id AND figures.kind = stated.kind AND figures.id = stated.id
  ), now()))) AS time
  FROM (
    SELECT organization_id, kind, id, state,
      CASE kind WHEN 'slos' THEN 'last_evaluated_at' ELSE 'last_checked_at' END AS field,
      ARRAY(
        SELECT key FROM jsonb_object_keys(state) AS key
        WHERE key NOT IN ('last_evaluated_at', 'last_checked_at', 'consecutive_failures', 'measured_at', 'secret_addresses')
      ) AS reported
    FROM rows
    WHERE kind IN ('slos', 'synthetic_checks', 'certificate_monitors')
  ) AS stated
  WHERE cardinality(reported) > 0
) AS seen
WHERE rows.organization_id = seen.organization_id AND rows.kind = seen.kind AND rows.id = seen.id;

DROP FUNCTION written_time;

-- Whether what was seen of a row at `seen` is too old at `moment`. `sight` says how long it holds; null is for what does
-- not age (src/kernel/staleness.ts).
CREATE FUNCTION aged(configuration jsonb, seen timestamptz, sight jsonb, moment timestamptz) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT seen + make_interval(secs => 60 * ((sight ->> 'minutes')::float8
    + coalesce((configuration ->> (sight ->> 'every'))::float8, (sight ->> 'fallback')::float8, 0)
      / coalesce((sight ->> 'perMinute')::float8, 1))) < moment
$$;

-- What a field of a row reads at a moment: what is kept, or that nobody knows it any more.
CREATE FUNCTION shown_value(
  configuration jsonb, state jsonb, in_state boolean, field text, fallback text, sight jsonb, moment timestamptz
) RETURNS text
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN sight IS NOT NULL AND aged(configuration, (state -> 'measured_at' ->> field)::timestamptz, sight, moment)
      THEN sight ->> 'unseen'
    ELSE coalesce(CASE WHEN in_state THEN state ELSE configuration END ->> field, fallback)
  END
$$;
