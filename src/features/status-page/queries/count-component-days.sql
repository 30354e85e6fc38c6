-- Adds what has passed since they were counted to the days of components: of one, or where none is named of all.
-- @param organization_id, id: nullable
-- @result components: !
WITH due AS (
  SELECT organization_id, kind, id, since, status, counted_at
  FROM component_statuses
  WHERE until IS NULL AND counted_at < :at
    AND (:id::text IS NULL OR (organization_id = :organization_id::text AND id = :id))
  ORDER BY organization_id, kind, id
  FOR UPDATE
), parts AS (
  SELECT organization_id, kind, id, status, day::date AS day,
    extract(epoch FROM least(day + interval '1 day', :at::timestamptz AT TIME ZONE 'UTC')
      - greatest(day, counted_at AT TIME ZONE 'UTC'))::integer AS seconds
  FROM due
  CROSS JOIN LATERAL generate_series(
    date_trunc('day', counted_at AT TIME ZONE 'UTC'), :at::timestamptz AT TIME ZONE 'UTC', interval '1 day'
  ) AS day
), counted AS (
  INSERT INTO component_days AS known (
    organization_id, kind, id, day,
    operational, degraded_performance, partial_outage, major_outage, under_maintenance
  )
  SELECT organization_id, kind, id, day,
    CASE status WHEN 'operational' THEN seconds ELSE 0 END,
    CASE status WHEN 'degraded_performance' THEN seconds ELSE 0 END,
    CASE status WHEN 'partial_outage' THEN seconds ELSE 0 END,
    CASE status WHEN 'major_outage' THEN seconds ELSE 0 END,
    CASE status WHEN 'under_maintenance' THEN seconds ELSE 0 END
  FROM parts
  WHERE seconds > 0
  ON CONFLICT (organization_id, kind, id, day) DO UPDATE SET
    operational = known.operational + excluded.operational,
    degraded_performance = known.degraded_performance + excluded.degraded_performance,
    partial_outage = known.partial_outage + excluded.partial_outage,
    major_outage = known.major_outage + excluded.major_outage,
    under_maintenance = known.under_maintenance + excluded.under_maintenance
), moved AS (
  UPDATE component_statuses SET counted_at = :at
  FROM due
  WHERE component_statuses.organization_id = due.organization_id AND component_statuses.kind = due.kind
    AND component_statuses.id = due.id AND component_statuses.since = due.since
)
SELECT count(*)::integer AS components FROM due
