-- Those that a new mute may keep back.
SELECT id, labels, title
FROM alerts
WHERE organization_id = :organization_id AND muted_by IS NULL AND resolved_at IS NULL
ORDER BY id
FOR UPDATE
