-- How corrections changed since a moment, newest first, by the index of rows: they are few.
SELECT row_id AS "rowId", action, changes, at FROM audit_records
WHERE organization_id = :organization_id AND resource = 'slo_corrections' AND outcome = 'success' AND at > :since
ORDER BY sequence DESC
LIMIT :limit
