-- In one order whoever locks, so that two who lock the same rows do not wait for each other.
SELECT rows.kind, rows.id, rows.revision, rows.managed_by
FROM rows
WHERE organization_id = :organization_id
  AND (kind, id) IN (SELECT * FROM unnest(:kinds::text[], :ids::text[]))
ORDER BY kind, id
FOR UPDATE
