-- All that go with the row, and of those that hold it back as many as anybody reads.
(SELECT kind AS resource, id, field, cascades AS cascade
FROM row_references
WHERE organization_id = $1 AND to_kind = $2 AND to_id = $3 AND cascades)
UNION ALL
(SELECT kind, id, field, cascades
FROM row_references
WHERE organization_id = $1 AND to_kind = $2 AND to_id = $3 AND NOT cascades
ORDER BY kind, id, field
LIMIT 100)
ORDER BY resource, id, field
