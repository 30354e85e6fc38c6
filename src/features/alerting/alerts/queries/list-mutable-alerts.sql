-- Those that a new mute may keep back, some of them after others.
SELECT id, labels, title
FROM alerts
WHERE organization_id = :organization_id AND muted_by IS NULL AND resolved_at IS NULL AND id > :after
ORDER BY id
LIMIT :limit
FOR UPDATE
