-- Gives every page that has moved its next version. Notes that another node is taking this moment are left to it. At rest
-- it looks at an empty table.
WITH taken AS (
  DELETE FROM page_moves
  WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM page_moves ORDER BY organization_id, id LIMIT 10000 FOR UPDATE SKIP LOCKED
  )
  RETURNING organization_id
)
INSERT INTO status_pages AS known (organization_id, version)
SELECT DISTINCT organization_id, 1 FROM taken ORDER BY organization_id
ON CONFLICT (organization_id) DO UPDATE SET version = known.version + 1
