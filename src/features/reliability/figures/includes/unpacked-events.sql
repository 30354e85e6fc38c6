-- Of SLOs that are named before, the events that their figures have and their history lacks: a step is five minutes of a
-- day, and `known` how many its history has.
unpacked AS (
  SELECT wanted.organization_id, wanted.id, place.day, place.step,
    (figures.figures -> 'total_rate' ->> 0)::double precision AS total,
    (figures.figures -> 'bad_rate' ->> 0)::double precision AS bad,
    CASE WHEN newest.day = place.day THEN newest.steps ELSE 0 END AS known
  FROM wanted
  LEFT JOIN LATERAL (
    SELECT day, steps FROM slo_history
    WHERE organization_id = wanted.organization_id AND kind = :kind AND id = wanted.id
    ORDER BY day DESC LIMIT 1
  ) AS newest ON true
  JOIN figures ON figures.organization_id = wanted.organization_id AND figures.kind = :kind AND figures.id = wanted.id
    AND span = 300 AND at < :until
    AND at >= coalesce(newest.day::timestamp AT TIME ZONE 'UTC' + newest.steps * interval '5 minutes', '-infinity')
  CROSS JOIN LATERAL (
    SELECT (at AT TIME ZONE 'UTC')::date AS day, (extract(epoch FROM at)::bigint % 86400 / 300)::integer AS step
  ) AS place
  WHERE figures.figures -> 'total_rate' IS NOT NULL AND figures.figures -> 'bad_rate' IS NOT NULL
)
