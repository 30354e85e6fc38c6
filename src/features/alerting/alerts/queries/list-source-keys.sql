-- Open alerts as inhibitions look at them, some of them after others.
-- @result sourceKeys: string[]!
SELECT id, labels, coalesce(source_keys, '{}') AS "sourceKeys"
FROM alerts
WHERE organization_id = :organization_id AND resolved_at IS NULL AND id > :after
ORDER BY id
LIMIT :limit
FOR UPDATE
