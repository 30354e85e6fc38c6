-- The figures of one row, a point for each step of so many seconds.
-- @result at, field, mean, least, most: !
SELECT date_bin(make_interval(secs => :step::integer), figures.at, '2000-01-01Z') AS at, figure.key AS field,
  sum((figure.value ->> 0)::double precision * weight) / sum(weight) AS mean,
  min(coalesce(figure.value ->> 1, figure.value ->> 0)::double precision) AS least,
  max(coalesce(figure.value ->> 2, figure.value ->> 0)::double precision) AS most
FROM figures, jsonb_each(figures) AS figure
WHERE organization_id = :organization_id AND kind = :kind AND id = :id
  AND figures.at >= :since AND figures.at < :until
GROUP BY 1, 2
ORDER BY 1, 2
