-- Puts the events of the SLOs of some organizations behind what their history has. Two at once put them there once.
-- @plan: each time
-- @result organizationId: !
WITH wanted AS (
  SELECT slo.organization_id, slo.id
  FROM (SELECT id FROM organizations WHERE id > :after ORDER BY id LIMIT :limit) AS organization
  JOIN rows AS slo ON slo.organization_id = organization.id AND slo.kind = :kind
),
-- @include unpacked-events
, days AS (
  SELECT organization_id, id, day, known, max(step) + 1 AS steps FROM unpacked GROUP BY organization_id, id, day, known
), filled AS (
  SELECT days.organization_id, days.id, days.day, days.steps,
    string_agg(float4send(coalesce(unpacked.total, 'NaN')::real), '' ORDER BY place) AS total,
    string_agg(float4send(coalesce(unpacked.bad, 'NaN')::real), '' ORDER BY place) AS bad
  FROM days
  CROSS JOIN LATERAL generate_series(days.known, days.steps - 1) AS place
  LEFT JOIN unpacked ON unpacked.organization_id = days.organization_id AND unpacked.id = days.id
    AND unpacked.day = days.day AND unpacked.step = place
  GROUP BY days.organization_id, days.id, days.day, days.steps
)
INSERT INTO slo_history AS history (organization_id, kind, id, day, steps, total, bad)
SELECT organization_id, :kind, id, day, steps, total, bad FROM filled
ORDER BY organization_id, id, day
ON CONFLICT (organization_id, kind, id, day) DO UPDATE
SET steps = excluded.steps, total = history.total || excluded.total, bad = history.bad || excluded.bad
WHERE history.steps + octet_length(excluded.total) / 4 = excluded.steps
RETURNING organization_id AS "organizationId"
