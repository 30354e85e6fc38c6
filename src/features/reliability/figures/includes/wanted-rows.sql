-- The rows of a kind with these ids; without ids the first.
SELECT id FROM rows
WHERE organization_id = :organization_id AND kind = :kind
  AND (cardinality(:ids::text[]) = 0 OR id = ANY(:ids::text[]))
ORDER BY id
LIMIT :limit
