-- Puts the records of some rows that are older than a moment into ones of a longer span. The moment is a bound of the
-- longer span, so that each of those is made of all that belongs to it.
-- @result rows: !
WITH chosen AS (
  SELECT DISTINCT organization_id, kind, id FROM figures
  WHERE span = :span AND at < :before
  LIMIT :limit
), old AS (
  DELETE FROM figures USING chosen
  WHERE figures.organization_id = chosen.organization_id AND figures.kind = chosen.kind AND figures.id = chosen.id
    AND figures.span = :span AND figures.at < :before
  RETURNING figures.*
), parts AS (
  SELECT organization_id, kind, id, date_bin(make_interval(secs => :longer::integer), at, '2000-01-01Z') AS at,
    weight, figure.key, (figure.value ->> 0)::double precision AS mean,
    coalesce(figure.value ->> 1, figure.value ->> 0)::double precision AS least,
    coalesce(figure.value ->> 2, figure.value ->> 0)::double precision AS most
  FROM old, jsonb_each(figures) AS figure
), wholes AS (
  SELECT organization_id, kind, id, at, key, sum(weight) AS weight,
    jsonb_build_array(sum(mean * weight) / sum(weight), min(least), max(most)) AS figure
  FROM parts
  GROUP BY organization_id, kind, id, at, key
), made AS (
  INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
  SELECT organization_id, kind, id, :longer, at, max(weight), jsonb_object_agg(key, figure)
  FROM wholes
  GROUP BY organization_id, kind, id, at
  ON CONFLICT DO NOTHING
)
SELECT count(*)::integer AS rows FROM chosen
