-- All that go with the row, and of those that hold it back as many as anybody reads.
-- @result kind, id, field, cascade: !
(SELECT kind, id, field, cascades AS cascade
FROM row_references
WHERE organization_id = :organization_id AND to_kind = :kind AND to_id = :id AND cascades)
UNION ALL
(SELECT kind, id, field, cascades
FROM row_references
WHERE organization_id = :organization_id AND to_kind = :kind AND to_id = :id AND NOT cascades
ORDER BY kind, id, field
LIMIT 100)
ORDER BY kind, id, field
