-- What a request changed first, where it changed anything.
SELECT row_id, action FROM audit_records
WHERE organization_id = :organization_id AND at >= :since AND request_id = :request_id AND outcome = 'success'
ORDER BY sequence
LIMIT 1
