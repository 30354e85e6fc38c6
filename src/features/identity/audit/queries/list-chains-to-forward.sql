-- Chains that have links which were not sent yet, and the last link that was.
-- @result sent: !
SELECT head.organization_id, head.position, head.seal, head.code, coalesce(forwarded.position, 0) AS sent
FROM audit_heads AS head
LEFT JOIN audit_forwarded AS forwarded USING (organization_id)
WHERE head.organization_id > :after AND head.position > coalesce(forwarded.position, 0)
ORDER BY head.organization_id
LIMIT :limit
