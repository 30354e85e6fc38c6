SELECT id, labels, title, muted_by AS "mutedBy", muted_until AS "mutedUntil"
FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND muted_by IS NOT NULL
  AND resolved_at IS NULL
ORDER BY id
FOR UPDATE
