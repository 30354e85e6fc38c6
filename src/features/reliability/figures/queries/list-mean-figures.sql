-- What some rows of a kind reported on each day of a time zone on average, weighted by time, oldest first: an empty
-- place for a day without a report.
-- @plan: each time
-- @result id, values: !
SELECT wanted.id, array_agg(found.mean ORDER BY place) AS values
FROM (
  -- @include wanted-rows
) AS wanted
CROSS JOIN generate_series(0, :days::integer - 1) AS place
LEFT JOIN LATERAL (
  SELECT sum((figures.figures -> :field ->> 0)::double precision * weight) / sum(weight) AS mean
  FROM figures
  WHERE organization_id = :organization_id AND kind = :kind AND id = wanted.id AND span IN (300, 3600)
    AND at >= (:first::text::date + place)::timestamp AT TIME ZONE :zone::text
    AND at < (:first::text::date + place + 1)::timestamp AT TIME ZONE :zone::text
    AND figures.figures -> :field IS NOT NULL
) AS found ON true
GROUP BY wanted.id
ORDER BY wanted.id
