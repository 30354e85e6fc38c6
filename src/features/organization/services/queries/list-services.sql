-- The names of services that rows and open alerts hold, by name, and first what begins with the text sought. What a row holds at a path is counted for its kind.
-- Expired rows are left out when lists leave them out. A name that is a setting itself is read without its path, and
-- the state of a row is looked at once. `unknown`: nobody knows the state of the row, because nobody has reported it, or
-- not for too long. `bad_from` is the place of the least severity that is bad; an alert without one is.
-- @result service, bad, warning, good, unknown, openAlerts, total: !
-- @result rows: ServiceRows!
WITH kinds AS MATERIALIZED (
  SELECT kind, nullif(member, '') AS member, path::jsonpath AS path, nullif(is_off, '')::jsonpath AS is_off,
    nullif(bad_settings, '')::jsonpath AS bad_settings, nullif(bad_state, '')::jsonpath AS bad_state,
    nullif(warning_settings, '')::jsonpath AS warning_settings, nullif(warning_state, '')::jsonpath AS warning_state,
    nullif(good_state, '')::jsonpath AS good_state, nullif(state_field, '') AS state_field, nullif(sight, '')::jsonb AS sight
  FROM unnest(
    :kinds::text[], :members::text[], :paths::text[], :is_off::text[], :bad_settings::text[], :bad_state::text[],
    :warning_settings::text[], :warning_state::text[], :good_state::text[], :state_field::text[], :sights::text[]
  ) AS given (kind, member, path, is_off, bad_settings, bad_state, warning_settings, warning_state, good_state,
    state_field, sight)
), named AS (
  SELECT service, kind,
    CASE
      WHEN configuration @@ is_off THEN NULL
      WHEN configuration @@ bad_settings OR (state @@ bad_state AND NOT old) THEN 'bad'
      WHEN configuration @@ warning_settings OR (state @@ warning_state AND NOT old) THEN 'warning'
      WHEN sight IS NULL THEN NULL
      WHEN state @@ good_state AND NOT old THEN 'good'
      ELSE 'unknown'
    END AS tone
  FROM (
    SELECT configuration ->> member AS service, kinds.*, configuration, state
    FROM kinds
    JOIN rows ON organization_id = :organization_id AND rows.kind = kinds.kind
      AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
    WHERE member IS NOT NULL
    UNION ALL
    SELECT name #>> '{}', kinds.*, configuration, state
    FROM kinds
    JOIN rows ON organization_id = :organization_id AND rows.kind = kinds.kind
      AND (key_held_until IS NULL OR key_held_until > :now::timestamptz - interval '30 days')
    CROSS JOIN LATERAL jsonb_path_query(configuration, path) AS name
    WHERE member IS NULL AND jsonb_typeof(name) = 'string'
  ) AS held
  CROSS JOIN LATERAL (
    SELECT coalesce(aged(configuration, (state -> 'measured_at' ->> state_field)::timestamptz, sight, :now), false) AS old
  ) AS age
  WHERE (:q = '' OR position(lower(:q) IN lower(service)) > 0)
), tallied AS MATERIALIZED (
  SELECT service, kind, tone, count(*) AS rows
  FROM named
  GROUP BY service, kind, tone
), counted AS (
  SELECT service, kind, sum(rows)::integer AS rows, coalesce(sum(rows) FILTER (WHERE tone = 'bad'), 0)::integer AS bad,
    coalesce(sum(rows) FILTER (WHERE tone = 'warning'), 0)::integer AS warning,
    coalesce(sum(rows) FILTER (WHERE tone = 'good'), 0)::integer AS good,
    coalesce(sum(rows) FILTER (WHERE tone = 'unknown'), 0)::integer AS unknown, 0 AS open, NULL::integer AS severity
  FROM tallied
  GROUP BY service, kind
  UNION ALL
  SELECT service, NULL, 0, 0, 0, 0, 0, count(*)::integer, max(array_position(:severities::text[], severity))
  FROM alerts
  WHERE organization_id = :organization_id AND resolved_at IS NULL AND service IS NOT NULL AND drill_id IS NULL
  GROUP BY service
), summed AS (
  SELECT service, coalesce(jsonb_object_agg(kind, rows) FILTER (WHERE kind IS NOT NULL), '{}') AS rows,
    sum(bad)::integer AS bad, sum(warning)::integer AS warning, sum(good)::integer AS good,
    sum(unknown)::integer AS unknown, sum(open)::integer AS open,
    max(severity)::integer AS severity
  FROM counted
  GROUP BY service
)
SELECT service, rows, bad, warning, good, unknown, open AS "openAlerts", severity, count(*) OVER ()::integer AS total
FROM summed
WHERE service <> '' AND position(lower(:q) IN lower(service)) > 0
  AND (NOT :in_trouble OR bad + warning + open > 0)
ORDER BY
  CASE
    WHEN NOT :worst_first THEN 0
    WHEN bad > 0 OR (open > 0 AND coalesce(severity, :bad_from) >= :bad_from) THEN 0
    WHEN warning + open > 0 THEN 1
    ELSE 2
  END,
  service = :q DESC, starts_with(lower(service), lower(:q)) DESC, lower(service) COLLATE "C", service COLLATE "C"
LIMIT :limit OFFSET :offset
