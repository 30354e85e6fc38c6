-- Audit records that wait for a seal, or were refused one, by the id of the key that their code was made with.
-- @result key_id, count: !
SELECT split_part(code, '.', 1) AS key_id, count(*) AS count
FROM (SELECT code FROM audit_outbox UNION ALL SELECT code FROM audit_refused) AS waiting
WHERE code IS NOT NULL
GROUP BY 1 ORDER BY 1
