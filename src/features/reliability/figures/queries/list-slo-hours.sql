-- What SLOs reported in a short time, with what they promise; an SLO without reports has one row without a moment.
-- @result name, target: !
SELECT rows.id, configuration ->> 'name' AS name, (configuration ->> 'target_percent')::double precision AS target,
  figures.at, (figures.figures -> 'total_rate' ->> 0)::double precision AS total,
  (figures.figures -> 'bad_rate' ->> 0)::double precision AS bad
FROM rows
LEFT JOIN figures ON figures.organization_id = rows.organization_id AND figures.kind = rows.kind
  AND figures.id = rows.id AND span = 300 AND figures.at >= :since AND figures.at < :until
WHERE rows.organization_id = :organization_id AND rows.kind = :kind AND rows.id = ANY (:ids::text[])
ORDER BY rows.id, figures.at
