-- What some rows of a kind reported last on each day of a time zone, oldest first: an empty place for a day without a
-- report. Old figures are those of whole hours; the ones of days are older than all that is asked for here.
-- @plan: each time
-- @result id, values: !
SELECT wanted.id, array_agg((found.figures -> :field ->> 0)::double precision ORDER BY place) AS values
FROM (
  -- @include wanted-rows
) AS wanted
CROSS JOIN generate_series(0, :days::integer - 1) AS place
CROSS JOIN LATERAL (
  SELECT (:first::text::date + place)::timestamp AT TIME ZONE :zone::text AS begins,
    (:first::text::date + place + 1)::timestamp AT TIME ZONE :zone::text AS ends
) AS bounds
LEFT JOIN LATERAL (
  SELECT figures FROM (
    (
      SELECT at, figures FROM figures
      WHERE organization_id = :organization_id AND kind = :kind AND id = wanted.id AND span = 300
        AND at >= begins AND at < ends
      ORDER BY at DESC
      LIMIT 1
    )
    UNION ALL
    (
      SELECT at, figures FROM figures
      WHERE organization_id = :organization_id AND kind = :kind AND id = wanted.id AND span = 3600
        AND at >= begins AND at < ends
      ORDER BY at DESC
      LIMIT 1
    )
  ) AS either
  ORDER BY at DESC
  LIMIT 1
) AS found ON true
GROUP BY wanted.id
ORDER BY wanted.id
