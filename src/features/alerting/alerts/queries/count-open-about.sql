-- @result count: !
SELECT count(*)::integer AS count FROM alerts
WHERE organization_id = :organization_id AND labels ->> :label::text = :row_id AND resolved_at IS NULL
