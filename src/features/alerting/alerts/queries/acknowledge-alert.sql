UPDATE alerts SET acknowledged_at = now(), acknowledged_by = :acknowledged_by
WHERE organization_id = :organization_id AND id = :id AND acknowledged_at IS NULL
