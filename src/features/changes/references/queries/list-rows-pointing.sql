-- The first rows that point at a row, with how many there are in all.
-- @result fields, total: !
SELECT pointing.kind, pointing.id, pointing.fields, rows.configuration, pointing.total
FROM (
  SELECT kind, id, array_agg(field ORDER BY field) AS fields, count(*) OVER ()::integer AS total
  FROM row_references
  WHERE organization_id = :organization_id AND to_kind = :to_kind AND to_id = :to_id
  GROUP BY kind, id
  ORDER BY kind, id
  LIMIT :limit
) AS pointing
JOIN rows ON rows.organization_id = :organization_id AND rows.kind = pointing.kind AND rows.id = pointing.id
ORDER BY pointing.kind, pointing.id
