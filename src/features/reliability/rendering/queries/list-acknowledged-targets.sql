-- @result silent: !
SELECT instance, targets, heard_at < now() - :silent_minutes * interval '1 minute' AS silent
FROM render_acknowledgements
WHERE organization_id = :organization_id AND connector_id = :connector_id
