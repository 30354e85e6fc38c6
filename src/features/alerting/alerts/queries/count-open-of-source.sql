-- @result count: !
SELECT count(*)::integer AS count FROM alerts
WHERE organization_id = :organization_id AND connector_id = :connector_id AND resolved_at IS NULL
